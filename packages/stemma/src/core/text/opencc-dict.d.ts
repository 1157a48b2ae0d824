declare module 'opencc-js/dict/TSCharacters' {
  /** `traditional simplified[ simplified…]|…` */
  const pairs: string;
  export default pairs;
}

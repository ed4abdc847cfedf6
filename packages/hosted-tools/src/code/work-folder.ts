/** Where code finds its files and leaves new ones: models write there by habit. */
export const workFolder = '/mnt/data';

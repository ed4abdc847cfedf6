/**
 * Makes the packages of a folder with wheels importable: the first import of one unpacks its wheel. Wheels are of pure Python, or built for
 * this Pyodide. `WHEELS` is the folder.
 */
export const wheelFinder = String.raw`
import importlib.machinery, zipfile
class WheelFinder:
    def __init__(self, folder, site):
        self.site, self.wheels = site, {}
        for name in sorted(os.listdir(folder)):
            if not name.endswith(".whl"): continue
            path = os.path.join(folder, name)
            try:
                with zipfile.ZipFile(path) as wheel: entries = wheel.namelist()
            except (OSError, zipfile.BadZipFile): continue
            for top in {entry.split("/")[0] for entry in entries}:
                if not top.endswith((".dist-info", ".data")): self.wheels.setdefault(top.split(".")[0], path)
    def find_spec(self, name, path=None, target=None):
        wheel = self.wheels.get(name)
        if wheel is None: return None
        self.wheels = {module: other for module, other in self.wheels.items() if other != wheel}
        with zipfile.ZipFile(wheel) as source: source.extractall(self.site)
        if self.site not in sys.path: sys.path.append(self.site)
        importlib.invalidate_caches()
        return importlib.machinery.PathFinder.find_spec(name)
sys.meta_path.append(WheelFinder(WHEELS, "/wheels-unpacked"))
`;

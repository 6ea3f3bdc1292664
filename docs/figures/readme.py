"""The two images of README.md: `python docs/figures/readme.py docs/images`.

The image of the report page is a screenshot, so the script needs the `browser` extra, and Chromium
with its driver.
"""

import sys
import tempfile
from pathlib import Path

from sklearn.preprocessing import StandardScaler

from kernelscale import compare, reports
from kernelscale.datasets import load_mfeat


def screenshot(page, image):
    """Save a screenshot of the report page, from the heading of its slider down."""
    from PIL import Image
    from selenium import webdriver
    from selenium.webdriver.common.by import By

    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--hide-scrollbars"):
        options.add_argument(argument)
    options.add_argument("--window-size=1440,1100")
    browser = webdriver.Chrome(options=options)
    browser.get(page.as_uri())
    heading = browser.find_element(By.XPATH, "//h2[text()='What changes with the scale']")
    browser.execute_script("arguments[0].scrollIntoView()", heading)
    browser.save_screenshot(str(image))
    browser.quit()
    Image.open(image).convert("RGB").quantize(64, dither=Image.Dither.NONE).save(image)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    X, y = load_mfeat(return_X_y=True)
    X = StandardScaler().fit_transform(X)
    comparison = compare(X, y)
    reports.plot(comparison).savefig(folder / "rules.png", dpi=100)
    with tempfile.TemporaryDirectory() as scratch:
        page = Path(scratch, "page.html")
        reports.write_page(comparison, page, X, y, title="mfeat", standardized=True)
        screenshot(page, folder / "page.png")

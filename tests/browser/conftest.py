import shutil

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
DRIVER = "chromedriver"


@pytest.fixture(scope="session")
def browser():
    """A headless Chromium that a test controls; the test is skipped if a program is missing."""
    selenium = pytest.importorskip("selenium", reason="selenium is not installed")
    binary = next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which(DRIVER)
    if binary is None or driver is None:
        pytest.skip("no Chromium with its driver: apt-get install chromium chromium-driver")
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    options.binary_location = binary
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1200,900"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driven = selenium.webdriver.Chrome(options=options, service=Service(driver))
    yield driven
    driven.quit()

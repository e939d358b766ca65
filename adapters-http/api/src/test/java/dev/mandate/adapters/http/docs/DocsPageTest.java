package dev.mandate.adapters.http.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.mandate.adapters.http.exchange.Method;
import io.vavr.collection.Array;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page's headers allow only scripts, styles and connections of its own server, so the page must not need others. */
final class DocsPageTest {

    @ParameterizedTest
    @ValueSource(strings = {"index.html", "docs.js", "docs.css"})
    void thePageLoadsNoExternalResource(String resource) {
        String text = read(resource);
        assertEquals(Array.empty(), all(text, "(https?:)?//[a-z0-9.-]+\\.[a-z]{2,}"));
        assertEquals(Array.empty(), all(text, "@import|url\\("));
    }

    @Test
    void itsScriptsAndStylesStandInResourcesOfTheirOwn() {
        String page = read("index.html");
        assertEquals(Array.of("docs/docs.js"), groups(page, "<script[^>]*src=\"([^\"]*)\"[^>]*></script>"));
        assertEquals(1, all(page, "<script").size());
        assertEquals(Array.of("docs/docs.css"), groups(page, "<link rel=\"stylesheet\" href=\"([^\"]*)\">"));
        assertEquals(Array.empty(), all(page, "<style|\\sstyle=|\\son[a-z]+="));
    }

    @Test
    void documentContentIsOnlySetAsText() {
        assertEquals(
                Array.empty(),
                all(read("docs.js"), "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|eval\\(|new Function"));
    }

    @Test
    void anApiKeyIsNotKept() {
        assertEquals(Array.of("mandate-docs-theme", "mandate-docs-theme"), groups(read("docs.js"), "localStorage\\.[a-z]+Item\\('([^']*)'"));
        assertFalse(read("docs.js").contains("sessionStorage"));
    }

    @Test
    void everyPlaceThatTheScriptFillsIsThere() {
        String page = read("index.html");
        assertEquals(
                Array.empty(),
                groups(read("docs.js"), "byId\\('([a-z]+)'\\)").distinct().reject(id -> page.contains("id=\"" + id + "\"")));
    }

    @Test
    void callsOfEveryMethodAreShown() {
        String methods = groups(read("docs.js"), "METHODS = \\[([^]]*)]").head();
        assertEquals(Array.of(Method.values()).map(method -> method.name().toLowerCase(Locale.ROOT)), groups(methods, "'([a-z]+)'"));
    }

    private static Array<String> all(String text, String pattern) {
        return Array.ofAll(Pattern.compile(pattern).matcher(text).results().map(MatchResult::group));
    }

    private static Array<String> groups(String text, String pattern) {
        return Array.ofAll(Pattern.compile(pattern).matcher(text).results().map(found -> found.group(1)));
    }

    private static String read(String resource) {
        String path = "/dev/mandate/adapters/http/docs/" + resource;
        try (InputStream in = Objects.requireNonNull(DocsPageTest.class.getResourceAsStream(path))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}

package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.Threshold;
import dev.mandate.ports.custody.AccountView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class EmbeddingSampleTest {

    private static final Path SOURCE = Path.of("src/test/java/dev/mandate/app/EmbeddingSample.java");
    private static final Path README = Path.of("../README.md");

    @Test
    void readmeShowsTheSampleThatIsCompiled() throws IOException {
        String source = Files.readString(SOURCE);
        String shown = source.substring(
                        source.indexOf("// README begins") + "// README begins".length(),
                        source.indexOf("// README ends"))
                .stripTrailing()
                .stripIndent();
        assertTrue(Files.readString(README).contains("```java" + shown + "\n```"), "README lags behind:" + shown);
    }

    @Test
    void theSampleMakesAnAccountOnTheChain() {
        AccountView account = EmbeddingSample.run();
        assertEquals(new Threshold(2), account.settings().roster().threshold());
    }
}

package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vavr.collection.Array;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code docs/settings.md} follows from {@link Setting}. */
class SettingsDocumentedTest {

    private static final Path DOCUMENT = Path.of("../docs/settings.md");
    private static final String BEGIN = "|---|---|---|\n";

    /** Rewrite it: {@code ./mvnw -pl app -am test -Dtest=SettingsDocumentedTest -Dmandate.rewrite=true -Dsurefire.failIfNoSpecifiedTests=false}. */
    @Test
    void theDocumentHasEachSettingOfTheServer() throws IOException {
        String made = Array.of(Setting.values())
                .map(setting -> "| `%s` | %s | %s |\n".formatted(
                        setting.flag(), setting.defaultValue().isEmpty() ? "none" : "`" + setting.defaultValue() + "`", setting.meaning()))
                .mkString();
        String document = Files.readString(DOCUMENT);
        String before = document.substring(0, document.indexOf(BEGIN) + BEGIN.length());

        if (Boolean.getBoolean("mandate.rewrite")) {
            Files.writeString(DOCUMENT, before + made);
        }

        assertEquals(before + made, Files.readString(DOCUMENT));
    }
}

package dev.mandate.adapters.store.migration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.adapters.store.sqlite.SqliteStore;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MigrationTest {

    private final Locale before = Locale.getDefault();

    @AfterEach
    void speakAsBefore() {
        Locale.setDefault(before);
    }

    @Test
    void fileNumbersDoNotDependOnTheLocale() {
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));

        assertEquals(1, Migration.load(SqliteStore.class, "0001-journal.sql").single().number());
    }
}

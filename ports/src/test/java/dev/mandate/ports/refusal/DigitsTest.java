package dev.mandate.ports.refusal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.SettingsProblem;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.smartaccount.Refusal;
import io.vavr.collection.Array;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What clients are told is the same whatever language the machine speaks. */
class DigitsTest {

    private final Locale before = Locale.getDefault();

    @BeforeEach
    void speakALanguageWithDigitsOfItsOwn() {
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    }

    @AfterEach
    void speakAsBefore() {
        Locale.setDefault(before);
    }

    @Test
    void numbersHaveTheDigitsOfAscii() {
        assertEquals(
                "Threshold 4 exceeds the 3 signers that can vote.",
                RuleFailures.of(new Refusal.BadAccount(Array.of(new SettingsProblem.ThresholdExceedsVoters(new Threshold(4), 3))))
                        .message());
    }
}

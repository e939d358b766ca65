package dev.mandate.ports.api.refusal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ErrorCodeTest {

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void aCodeIsASnakeCaseWordWithASentence(ErrorCode code) {
        assertTrue(code.word().matches("[a-z]+(_[a-z0-9]+)*"), code.word());
        assertTrue(code.meaning().endsWith("."), code.meaning());
    }
}

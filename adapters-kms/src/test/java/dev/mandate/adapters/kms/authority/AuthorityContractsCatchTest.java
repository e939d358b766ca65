package dev.mandate.adapters.kms.authority;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.testsupport.contract.ContractRun;
import io.vavr.collection.Array;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuthorityContractsCatchTest {

    @Tag("full")
    @ParameterizedTest
    @ValueSource(classes = {AlteredAuthorityKeys.class, AlteredSealer.class})
    void anAdapterWithoutABugPassesAll(Class<?> suite) {
        assertEquals(Array.empty(), ContractRun.of(suite).notPassed());
    }

    static Stream<Arguments> bugs() {
        return Stream.of(
                Arguments.of(AlteredAuthorityKeys.PointUnchecked.class, "anotherHexIsMalformed"),
                Arguments.of(AlteredAuthorityKeys.CurveIgnored.class, "anotherSpkiIsMalformed"),
                Arguments.of(AlteredAuthorityKeys.MalformedThrows.class, "anotherHexIsMalformed"),
                Arguments.of(AlteredAuthorityKeys.InputQuoted.class, "noDetailRepeatsItsInput"),
                Arguments.of(AlteredAuthorityKeys.BlanksIgnored.class, "aStampHoldsForTheExactBytesOfTheBody"),
                Arguments.of(
                        AlteredAuthorityKeys.FormatIgnored.class, "anIntentsSignatureHoldsForItsFormatItsMessageAndItsKeyAloneAndWithLowS"),
                Arguments.of(AlteredAuthorityKeys.EndIgnored.class, "anotherEncodingIsInvalid"),
                Arguments.of(AlteredSealer.SealedToAnotherKey.class, "theRecipientOpensThePrivateKeyOfThePublicKey"),
                Arguments.of(AlteredSealer.SessionKeyRepeated.class, "eachSealingHasAKeyOfItsOwnAndAnEncapsulatedKeyOfItsOwn"),
                Arguments.of(AlteredSealer.EncapsulatedKeyRepeated.class, "eachSealingHasAKeyOfItsOwnAndAnEncapsulatedKeyOfItsOwn"),
                Arguments.of(AlteredSealer.KeysInText.class, "noTextShowsThePrivateKey"));
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void anAdapterWithABugDoesNot(Class<?> suite, String caughtBy) {
        ContractRun run = ContractRun.of(suite, caughtBy);
        assertTrue(run.notPassed().contains(caughtBy), () -> "passed " + run.passed());
    }
}

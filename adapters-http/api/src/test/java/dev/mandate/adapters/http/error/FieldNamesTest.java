package dev.mandate.adapters.http.error;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.refusal.TenantFailures;
import io.vavr.control.Option;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Over HTTP, the parts of a request at fault are headers and fields. */
class FieldNamesTest {

    static Stream<Arguments> fields() {
        return Stream.of(
                Arguments.of(new SubmissionRefusal.SignatureFitsNobody(12, Option.none()), "kms_payloads[12].signature"),
                Arguments.of(new SubmissionRefusal.KeyReused(), "x-idempotency-key"),
                Arguments.of(new SubmissionRefusal.SignatureInvalid(Address.ZERO), "transaction"));
    }

    @ParameterizedTest
    @MethodSource("fields")
    void argumentsOfSubmitAreFieldsAndHeaders(SubmissionRefusal refusal, String field) {
        assertEquals(field, FieldNames.of(TenantFailures.of(refusal, number -> Option.none()).problems().head()));
    }
}

package dev.mandate.adapters.http.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.SubmissionRefusal;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.ports.refusal.BuildFailures;
import dev.mandate.ports.refusal.TenantFailures;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.control.Option;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Over HTTP, refusals of the engine name headers, fields and query parameters. */
class InterfaceWordsTest {

    static Stream<Arguments> remedies() {
        Address a = Address.ZERO;
        return Stream.of(
                arguments(
                        new BuildRefusal.Reviewed(new ReviewFinding.NeedsAcknowledgement(Array.of(
                                new GiveawayWarning(GiveawayWarning.Code.GIVES_AWAY_VAULT, 0, a),
                                new GiveawayWarning(GiveawayWarning.Code.APPROVES_DELEGATE, 1, a)))),
                        "If you mean it, repeat the call with acknowledge=gives_away_vault&acknowledge=approves_delegate in its query."),
                arguments(new BuildRefusal.NoAdmin(a), "Repeat the call without admin=true."),
                arguments(
                        new BuildRefusal.Forbidden(new Refusal.SettingsStay(new SettingsRefusal.HeldByAdmin(a))),
                        "Repeat the call with admin=true, to be signed by the admin."),
                arguments(
                        new BuildRefusal.LeaversHoldLimits(HashMap.of(a, Array.of(a))),
                        "Repeat the call with revoke_limits=true to remove these limits in the same change, or with"
                                + " keep_limits=true to leave them as they are."),
                arguments(
                        new BuildRefusal.NonceCarriesOne(a),
                        "Leave nonce_account out: each of several transactions needs a recent blockhash."),
                arguments(
                        new BuildRefusal.Reviewed(new ReviewFinding.NonceNotAllowed(0, a)),
                        "Have it allowed by the threshold or the admin, or leave nonce_account out."),
                arguments(new BuildRefusal.UnknownAccount(a), "An account that is on the chain can be imported."));
    }

    @ParameterizedTest
    @MethodSource("remedies")
    void remediesNameQueryParameters(BuildRefusal refusal, String remedy) {
        assertEquals(remedy, InterfaceWords.remedy(BuildFailures.of(refusal).remedy().get()));
    }

    static Stream<Arguments> fields() {
        return Stream.of(
                arguments(new SubmissionRefusal.SignatureFitsNobody(12), "kms_payloads[12].signature"),
                arguments(new SubmissionRefusal.KeyReused(), "x-idempotency-key"),
                arguments(new SubmissionRefusal.SignatureInvalid(Address.ZERO), "transaction"));
    }

    @ParameterizedTest
    @MethodSource("fields")
    void argumentsOfSubmitAreFieldsAndHeaders(SubmissionRefusal refusal, String field) {
        assertEquals(
                field,
                InterfaceWords.field(TenantFailures.of(refusal, number -> Option.none()).problems().head().field()));
    }
}

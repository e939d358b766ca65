package dev.mandate.adapters.http.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.transaction.ProposalRefusal.Step;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.refusal.BuildFailures;
import dev.mandate.ports.api.refusal.Remedy;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Over HTTP, remedies name fields and query parameters, and each kind is documented. */
class RemedyObjectsTest {

    private static final Address A = Address.ZERO;

    static Stream<Arguments> remedies() {
        return Stream.of(
                Arguments.of(
                        new BuildRefusal.Reviewed(new ReviewFinding.NeedsAcknowledgement(Array.of(
                                new GiveawayWarning(GiveawayWarning.Code.GIVES_AWAY_VAULT, 0, A),
                                new GiveawayWarning(GiveawayWarning.Code.APPROVES_DELEGATE, 1, A)))),
                        "Repeat the call with acknowledge=gives_away_vault&acknowledge=approves_delegate in its query, if you mean it."),
                Arguments.of(
                        new BuildRefusal.NoAdmin(A), "Repeat the call with admin=false in its query, for the account's signers to vote."),
                Arguments.of(
                        new BuildRefusal.Forbidden(new Refusal.SettingsRefused(new SettingsRefusal.HeldByAdmin(A))),
                        "Repeat the call with admin=true, to be signed by the admin."),
                Arguments.of(
                        new BuildRefusal.LeaversHoldLimits(HashMap.of(A, Array.of(A))),
                        "Repeat the call with revoke_limits=true to remove these limits in the same change, or with"
                                + " keep_limits=true to leave them as they are."),
                Arguments.of(new BuildRefusal.NonceCarriesOne(A), "Repeat the call with no nonce_account."),
                Arguments.of(
                        new BuildRefusal.Reviewed(new ReviewFinding.NonceNotAllowed(0, A)),
                        "Have the nonce account allowed by the threshold or the admin, or use none."),
                Arguments.of(
                        new BuildRefusal.Reviewed(new ReviewFinding.NonceNotAllowed(1, A)),
                        "Leave the instruction out. Signers who sign at different times propose and approve."),
                Arguments.of(new BuildRefusal.UnknownAccount(A), "If the account is on the chain, import it."));
    }

    @ParameterizedTest
    @MethodSource("remedies")
    void remediesNameQueryParametersAndFields(BuildRefusal refusal, String message) {
        assertEquals(message, RemedyObjects.of(BuildFailures.of(refusal).remedy().get()).get("message").stringValue());
    }

    private static Array<Remedy> everyKind() {
        UnixTime time = new UnixTime(1_795_176_000);
        return Array.of(
                new Remedy.SignMore(1, Option.some(Permission.CAN_VOTE), Array.of(A)),
                new Remedy.SignAgain(Remedy.Signed.INTENT),
                new Remedy.SignIn(),
                new Remedy.NewCode(),
                new Remedy.EnterCode(2),
                new Remedy.WaitUntil(time, Remedy.Clock.CHAIN),
                new Remedy.RepeatLater(2),
                new Remedy.RepeatSame(Option.some(time)),
                new Remedy.RepeatWith(Array.<Remedy.Form>of(new Remedy.Form.Acknowledging(Array.of(GiveawayWarning.Code.values())))
                        .appendAll(Array.of(Remedy.Form.Plain.values()))),
                new Remedy.Fund(A, Option.some(BaseUnits.of(1))),
                new Remedy.FundPayer(A),
                new Remedy.BuildAgain(),
                new Remedy.Propose(),
                new Remedy.PrepareFor(A),
                new Remedy.TakeStep(Array.of(Step.APPROVE, Step.REJECT, Step.CANCEL, Step.EXECUTE)),
                new Remedy.AskAdmin(A),
                new Remedy.NameAnother(Remedy.Wanted.DESTINATION, Array.of(A)),
                new Remedy.AskLess(Option.some(BaseUnits.of(1))),
                new Remedy.LowerFee(BaseUnits.of(1)),
                new Remedy.DoFirst(Remedy.Act.ALLOW_NONCE),
                new Remedy.RegisterAccount(A));
    }

    @Test
    void eachKindAndFactIsInTheDocument() throws IOException {
        assertEquals(
                HashSet.of(Remedy.class.getPermittedSubclasses()).size(),
                everyKind().map(remedy -> (Class<?>) remedy.getClass()).distinct().length(),
                "a kind is left out");
        JsonNode schema = documented();
        Array<String> kinds = Array.ofAll(schema.get("properties").get("kind").get("enum")).map(JsonNode::stringValue);
        assertEquals(kinds, everyKind().map(remedy -> RemedyObjects.of(remedy).get("kind").stringValue()).distinct());
        everyKind().map(RemedyObjects::of).forEach(object -> object.propertyNames()
                .forEach(name -> assertTrue(schema.get("properties").has(name), object::toString)));
        String page = Files.readString(Path.of("..", "..", "docs", "errors.md"));
        assertEquals(Array.empty(), kinds.reject(kind -> page.contains("| `" + kind + "` |")));
    }

    private static JsonNode documented() throws IOException {
        try (InputStream in = RemedyObjects.class.getResourceAsStream("/dev/mandate/adapters/http/openapi.json")) {
            JsonNode root = Json.parseObject(Bytes.of(in.readAllBytes())).get();
            return root.get("components").get("schemas").get("Remedy");
        }
    }
}

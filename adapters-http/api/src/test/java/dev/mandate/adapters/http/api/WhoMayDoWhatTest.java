package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.format.SolanaFormat;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Rights: an API key can do no more than it permits. */
class WhoMayDoWhatTest {

    private static final String ACCOUNTS = "/api/v1/smart-accounts";

    private final HttpFixture fixture = new HttpFixture();
    private final String account = fixture.account(fixture.acme);
    private final String path = ACCOUNTS + "/" + account;

    @Test
    void anApiKeyIsLimitedToItsScopes() {
        record Call(Scope scope, String method, String path, String body) {}
        Array<Call> calls = Array.of(
                new Call(Scope.READ, "GET", path, ""),
                new Call(Scope.BUILD, "PATCH", path, "{\"threshold\":1}"),
                new Call(Scope.CREATE, "POST", ACCOUNTS, fixture.terms()),
                new Call(Scope.SUBMIT, "POST", path + "/submit", "{\"transaction\":\"AQ==\"}"));
        for (Call call : calls) {
            Set<Scope> others = HashSet.of(Scope.values()).remove(call.scope()).remove(Scope.ADMIN);

            Reply without = fixture.ask(fixture.key("acme", others), call.method(), call.path(), call.body());
            Reply with = fixture.ask(fixture.key("acme", HashSet.of(call.scope())), call.method(), call.path(), call.body());

            assertEquals("scope_missing", code(without), call::toString);
            assertEquals(403, without.status());
            assertEquals(call.scope() == Scope.SUBMIT ? "bad_transaction" : "", code(with), call::toString);
        }
    }

    @Nested
    class Submitting {

        private final ObjectNode change = fixture.served("PATCH", path, quoted("{'time_lock':60}"));

        @Test
        void anApiKeyReplacesNoSigner() {
            fixture.refused(
                    422, "signatures_missing", "POST", path + "/submit", transaction(change.get("transaction").stringValue()));
            fixture.refused(422, "signatures_missing", "POST", path + "/submit", transaction(fixture.signedBy(fixture.alice, change)));
            assertEquals(0, fixture.served("GET", path, "").get("time_lock").intValue());
        }

        @Test
        void aSignatureMustBeOfARequiredSigner() {
            String forged = quoted("{'transaction':'%s','kms_payloads':[{'provider':'external','address':'%s','signature':'%s'}]}")
                    .formatted(fixture.signedBy(fixture.alice, change), fixture.bob.address(), "B".repeat(85) + "A==");

            fixture.refused(422, "signature_invalid", "POST", path + "/submit", forged, "kms_payloads[0].signature");
            fixture.refused(
                    422,
                    "signature_fits_nobody",
                    "POST",
                    path + "/submit",
                    forged.replace(fixture.bob.address().toString(), fixture.carol.address().toString()),
                    "kms_payloads[0].signature",
                    "transaction");
        }

        /** Validators do not multiply by the cofactor. If such a signature were sent, the message would count as failed and might be paid again. */
        @Test
        void aSignatureThatOnlyTheCofactorMakesGoodIsRefusedAndTheHonestOneOfTheSameMessageLands() {
            Bytes message = new SolanaFormat().parse(HttpFixture.transaction(change)).get().message();
            String bent = quoted("{'transaction':'%s','kms_payloads':[{'provider':'external','address':'%s','signature':'%s'}]}")
                    .formatted(
                            fixture.signedBy(fixture.alice, change),
                            fixture.bob.address(),
                            HttpFixture.base64(fixture.bob.signWithTorsion(message).bytes()));

            fixture.refused(422, "signature_invalid", "POST", path + "/submit", bent, "kms_payloads[0].signature");

            fixture.lands(account, change);
            assertEquals(60, fixture.served("GET", path, "").get("time_lock").intValue());
        }

        @Test
        void aTransactionOnAnotherAccountIsForeignThere() {
            String other = fixture.account(fixture.acme);

            fixture.refused(
                    422,
                    "foreign_instruction",
                    "POST",
                    ACCOUNTS + "/" + other + "/submit",
                    transaction(fixture.signed(change)));
        }

        @Test
        void aTransactionThatDoesSomethingElseIsForeign() {
            String payment = fixture.draft(
                    fixture.alice.address().toString(),
                    HttpFixture.transfer(fixture.alice.address().toString(), fixture.carol.address(), 1));

            fixture.refused(422, "foreign_instruction", "POST", path + "/submit", transaction(payment));
        }

        @Test
        void aConfirmedTransactionIsTakenOnce() {
            String signed = fixture.signed(change);

            ObjectNode first = fixture.submitted(account, signed);
            ObjectNode again = fixture.submitted(account, signed);

            assertEquals(first, again);
            assertEquals(
                    first,
                    fixture.served("GET", "/api/v1/submissions/" + first.get("submission_id").stringValue(), ""));
        }

        private String transaction(String base64) {
            return quoted("{'transaction':'%s'}").formatted(base64);
        }
    }

    @Nested
    class Paying {

        private final Address operator = fixture.operator.feePayer();

        @Test
        void theOperatorsKeyDoesNotPayForBuiltTransactions() {
            refusesPayer(operator);
        }

        @Test
        void aSmartAccountPaysNoFee() {
            refusesPayer(Address.parse(account).get());
            refusesPayer(Address.parse(fixture.account(fixture.rival)).get());
        }

        private void refusesPayer(Address payer) {
            fixture.refused(
                    422,
                    "payer_cannot_pay",
                    "PATCH",
                    path,
                    quoted("{'time_lock':1,'fee_config':{'payer_address':'%s'}}").formatted(payer),
                    "fee_config.payer_address");
            fixture.refused(
                    422,
                    "payer_cannot_pay",
                    "POST",
                    "/api/grid/v1/accounts/" + account + "/transactions",
                    quoted("{'transaction':'%s','payer_address':'%s'}")
                            .formatted(fixture.draft(account, HttpFixture.transfer(account, fixture.bob.address(), 1)), payer),
                    "payer_address");
        }

        @Test
        void itBecomesNeitherAdminNorSignerNorSpender() {
            String terms = "{'smart_account_signers':[{'address':'%s','permissions':['CAN_INITIATE','CAN_VOTE','CAN_EXECUTE']}],"
                    + "'threshold':1,'admin_address':'%s'}";
            String alice = fixture.alice.address().toString();
            fixture.refused(
                    422, "fee_payer_protected", "POST", ACCOUNTS, quoted(terms).formatted(alice, operator), "admin_address");
            fixture.refused(
                    422, "fee_payer_protected", "POST", ACCOUNTS, quoted(terms).formatted(operator, alice), "smart_account_signers");
            fixture.refused(
                    422,
                    "fee_payer_protected",
                    "PATCH",
                    path,
                    quoted("{'threshold':1,'smart_account_signers':[{'address':'%s','permissions':['CAN_INITIATE','CAN_VOTE','CAN_EXECUTE']}]}")
                            .formatted(operator),
                    "smart_account_signers");
            fixture.refused(
                    422,
                    "fee_payer_protected",
                    "POST",
                    path + "/spending-limits",
                    quoted("{'amount':'5','token_address':'11111111111111111111111111111111','period':'DAILY','spending_limit_signers':['%s']}")
                            .formatted(operator),
                    "spending_limit_signers");
        }

        @Test
        void aTransactionThatItWouldSignIsNotTaken() {
            String payment = fixture.draft(operator.toString(), HttpFixture.transfer(operator.toString(), fixture.alice.address(), 1));

            fixture.refused(422, "payer_cannot_pay", "POST", path + "/submit", quoted("{'transaction':'%s'}").formatted(payment));
        }
    }

    @Nested
    class Repeating {

        private final Headers named = Headers.NONE
                .with("authorization", "Bearer " + fixture.acme)
                .with("x-idempotency-key", "one-of-a-kind");

        @Test
        void aCreationUnderTheSameNameIsTheSameAccount() {
            ObjectNode first = HttpFixture.json(fixture.ask(named, "POST", ACCOUNTS, fixture.terms()));
            ObjectNode again = HttpFixture.json(fixture.ask(named, "POST", ACCOUNTS, fixture.terms()));

            assertEquals(first.get("smart_account_address"), again.get("smart_account_address"));
        }

        /** A query without further effect does not make another request. */
        @Test
        void dryRunFalseDoesNotMakeAnotherRequest() {
            ObjectNode first = HttpFixture.json(fixture.ask(named, "POST", ACCOUNTS, fixture.terms()));
            Reply verdict = fixture.ask(named, "POST", ACCOUNTS + "?dry_run=true", fixture.terms());
            ObjectNode again = HttpFixture.json(fixture.ask(named, "POST", ACCOUNTS + "?dry_run=false", fixture.terms()));

            assertEquals(200, verdict.status());
            assertEquals(first, again);
        }

        @Test
        void theKeyThatComesInAnothersPlaceRepeatsItsRequests() {
            ObjectNode first = HttpFixture.json(fixture.ask(named, "POST", ACCOUNTS, fixture.terms()));
            Headers rotated = Headers.NONE
                    .with("authorization", "Bearer " + fixture.rotated(fixture.acme))
                    .with("x-idempotency-key", "one-of-a-kind");

            ObjectNode again = HttpFixture.json(fixture.ask(rotated, "POST", ACCOUNTS, fixture.terms()));

            assertEquals(first.get("smart_account_address"), again.get("smart_account_address"));
        }

        @Test
        void anotherRequestUnderTheSameNameIsAConflict() {
            int made = fixture.ask(named, "POST", ACCOUNTS, fixture.terms()).status();
            Reply other = fixture.ask(named, "POST", ACCOUNTS, fixture.terms().replace("\"threshold\":2", "\"threshold\":1"));

            assertEquals(201, made);
            assertEquals("idempotency_key_reused", code(other));
            assertEquals(409, other.status());
        }

        @Test
        void anImportUnderAnothersNameIsAConflictToo() {
            String own = imported(multisig(account));
            int joined = fixture.ask(named, "POST", ACCOUNTS + "/import", own).status();
            int repeated = fixture.ask(named, "POST", ACCOUNTS + "/import", own).status();
            Reply other = fixture.ask(named, "POST", ACCOUNTS + "/import", imported(multisig(fixture.account(fixture.acme))));

            assertEquals(Array.of(201, 201), Array.of(joined, repeated));
            assertEquals("idempotency_key_reused", code(other));
        }

        private String multisig(String address) {
            return fixture.served("GET", ACCOUNTS + "/" + address, "").get("multisig_address").stringValue();
        }

        private static String imported(String multisig) {
            return quoted("{'multisig_address':'" + multisig + "'}");
        }
    }

    private static String code(Reply reply) {
        ObjectNode body = HttpFixture.json(reply);
        return body.has("code") ? body.get("code").stringValue() : "";
    }
}

package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.Shop.quoted;
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

/** Who may do what: the lines that keep an API key from being more than it is. */
class WhoMayDoWhatTest {

    private static final String ACCOUNTS = "/api/v1/smart-accounts";

    private final Shop shop = new Shop();
    private final String account = shop.account(shop.acme);
    private final String path = ACCOUNTS + "/" + account;

    @Test
    void anApiKeyDoesOnlyWhatItsScopesName() {
        record Call(Scope scope, String method, String path, String body) {}
        Array<Call> calls = Array.of(
                new Call(Scope.READ, "GET", path, ""),
                new Call(Scope.BUILD, "PATCH", path, "{\"threshold\":1}"),
                new Call(Scope.CREATE, "POST", ACCOUNTS, shop.terms()),
                new Call(Scope.SUBMIT, "POST", path + "/submit", "{\"transaction\":\"AQ==\"}"));
        for (Call call : calls) {
            Set<Scope> others = HashSet.of(Scope.values()).remove(call.scope()).remove(Scope.ADMIN);

            Reply without = shop.ask(shop.key("acme", others), call.method(), call.path(), call.body());
            Reply with = shop.ask(shop.key("acme", HashSet.of(call.scope())), call.method(), call.path(), call.body());

            assertEquals("scope_missing", code(without), call::toString);
            assertEquals(403, without.status());
            assertEquals(call.scope() == Scope.SUBMIT ? "bad_transaction" : "", code(with), call::toString);
        }
    }

    @Nested
    class Submitting {

        private final ObjectNode change = shop.served("PATCH", path, quoted("{'time_lock':60}"));

        @Test
        void anApiKeyReplacesNoSigner() {
            shop.refused(
                    422, "signatures_missing", "POST", path + "/submit", transaction(change.get("transaction").stringValue()));
            shop.refused(422, "signatures_missing", "POST", path + "/submit", transaction(shop.signedBy(shop.alice, change)));
            assertEquals(0, shop.served("GET", path, "").get("time_lock").intValue());
        }

        @Test
        void aSignatureIsOfSomebodyWhoIsAsked() {
            String forged = quoted("{'transaction':'%s','kms_payloads':[{'provider':'external','address':'%s','signature':'%s'}]}")
                    .formatted(shop.signedBy(shop.alice, change), shop.bob.address(), "B".repeat(85) + "A==");

            shop.refused(422, "signature_invalid", "POST", path + "/submit", forged, "kms_payloads[0].signature");
            shop.refused(
                    422,
                    "signature_fits_nobody",
                    "POST",
                    path + "/submit",
                    forged.replace(shop.bob.address().toString(), shop.carol.address().toString()),
                    "kms_payloads[0].signature",
                    "transaction");
        }

        /** The validators multiply by no cofactor: sent on, the message would be taken for one that failed, and be paid again. */
        @Test
        void aSignatureThatOnlyTheCofactorMakesGoodIsRefusedAndTheHonestOneOfTheSameMessageLands() {
            Bytes message = new SolanaFormat().parse(Shop.transaction(change)).get().message();
            String bent = quoted("{'transaction':'%s','kms_payloads':[{'provider':'external','address':'%s','signature':'%s'}]}")
                    .formatted(
                            shop.signedBy(shop.alice, change),
                            shop.bob.address(),
                            Shop.base64(shop.bob.signWithTorsion(message).bytes()));

            shop.refused(422, "signature_invalid", "POST", path + "/submit", bent, "kms_payloads[0].signature");

            shop.lands(account, change);
            assertEquals(60, shop.served("GET", path, "").get("time_lock").intValue());
        }

        @Test
        void aTransactionOnAnotherAccountIsForeignThere() {
            String other = shop.account(shop.acme);

            shop.refused(
                    422,
                    "foreign_instruction",
                    "POST",
                    ACCOUNTS + "/" + other + "/submit",
                    transaction(shop.signed(change)));
        }

        @Test
        void aTransactionThatDoesSomethingElseIsForeign() {
            String payment = shop.draft(
                    shop.alice.address().toString(),
                    Shop.transfer(shop.alice.address().toString(), shop.carol.address(), 1));

            shop.refused(422, "foreign_instruction", "POST", path + "/submit", transaction(payment));
        }

        @Test
        void whatTheChainHasIsTakenOnce() {
            String signed = shop.signed(change);

            ObjectNode first = shop.submitted(account, signed);
            ObjectNode again = shop.submitted(account, signed);

            assertEquals(first, again);
            assertEquals(
                    first,
                    shop.served("GET", "/api/v1/submissions/" + first.get("submission_id").stringValue(), ""));
        }

        private String transaction(String base64) {
            return quoted("{'transaction':'%s'}").formatted(base64);
        }
    }

    @Nested
    class Paying {

        private final Address operator = shop.operator.feePayer();

        @Test
        void theOperatorsKeyPaysForNothingThatIsBuilt() {
            refusesPayer(operator);
        }

        @Test
        void aSmartAccountPaysNoFee() {
            refusesPayer(Address.parse(account).get());
            refusesPayer(Address.parse(shop.account(shop.rival)).get());
        }

        private void refusesPayer(Address payer) {
            shop.refused(
                    422,
                    "payer_cannot_pay",
                    "PATCH",
                    path,
                    quoted("{'time_lock':1,'fee_config':{'payer_address':'%s'}}").formatted(payer),
                    "fee_config.payer_address");
            shop.refused(
                    422,
                    "payer_cannot_pay",
                    "POST",
                    "/api/grid/v1/accounts/" + account + "/transactions",
                    quoted("{'transaction':'%s','payer_address':'%s'}")
                            .formatted(shop.draft(account, Shop.transfer(account, shop.bob.address(), 1)), payer),
                    "payer_address");
        }

        @Test
        void itBecomesNeitherAdminNorSignerNorSpender() {
            String terms = "{'smart_account_signers':[{'address':'%s','permissions':['CAN_INITIATE','CAN_VOTE','CAN_EXECUTE']}],"
                    + "'threshold':1,'admin_address':'%s'}";
            String alice = shop.alice.address().toString();
            shop.refused(
                    422, "fee_payer_protected", "POST", ACCOUNTS, quoted(terms).formatted(alice, operator), "admin_address");
            shop.refused(
                    422, "fee_payer_protected", "POST", ACCOUNTS, quoted(terms).formatted(operator, alice), "smart_account_signers");
            shop.refused(
                    422,
                    "fee_payer_protected",
                    "PATCH",
                    path,
                    quoted("{'smart_account_signers':[{'address':'%s','permissions':['CAN_INITIATE','CAN_VOTE','CAN_EXECUTE']}]}")
                            .formatted(operator),
                    "smart_account_signers",
                    "threshold");
            shop.refused(
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
            String payment = shop.draft(operator.toString(), Shop.transfer(operator.toString(), shop.alice.address(), 1));

            shop.refused(422, "fee_payer_protected", "POST", path + "/submit", quoted("{'transaction':'%s'}").formatted(payment));
        }
    }

    @Nested
    class Repeating {

        private final Headers named = Headers.NONE
                .with("authorization", "Bearer " + shop.acme)
                .with("x-idempotency-key", "one-of-a-kind");

        @Test
        void aCreationUnderTheSameNameIsTheSameAccount() {
            ObjectNode first = Shop.json(shop.ask(named, "POST", ACCOUNTS, shop.terms()));
            ObjectNode again = Shop.json(shop.ask(named, "POST", ACCOUNTS, shop.terms()));

            assertEquals(first.get("smart_account_address"), again.get("smart_account_address"));
        }

        /** A query that asks for nothing else makes no other request. */
        @Test
        void theSameBodyIsTheSameRequestHoweverItSaysThatItIsMeant() {
            ObjectNode first = Shop.json(shop.ask(named, "POST", ACCOUNTS, shop.terms()));
            Reply verdict = shop.ask(named, "POST", ACCOUNTS + "?dry_run=true", shop.terms());
            ObjectNode again = Shop.json(shop.ask(named, "POST", ACCOUNTS + "?dry_run=false", shop.terms()));

            assertEquals(200, verdict.status());
            assertEquals(first, again);
        }

        @Test
        void theKeyThatComesInAnothersPlaceRepeatsItsRequests() {
            ObjectNode first = Shop.json(shop.ask(named, "POST", ACCOUNTS, shop.terms()));
            Headers rotated = Headers.NONE
                    .with("authorization", "Bearer " + shop.rotated(shop.acme))
                    .with("x-idempotency-key", "one-of-a-kind");

            ObjectNode again = Shop.json(shop.ask(rotated, "POST", ACCOUNTS, shop.terms()));

            assertEquals(first.get("smart_account_address"), again.get("smart_account_address"));
        }

        @Test
        void anotherRequestUnderTheSameNameIsAConflict() {
            int made = shop.ask(named, "POST", ACCOUNTS, shop.terms()).status();
            Reply other = shop.ask(named, "POST", ACCOUNTS, shop.terms().replace("\"threshold\":2", "\"threshold\":1"));

            assertEquals(201, made);
            assertEquals("idempotency_key_reused", code(other));
            assertEquals(409, other.status());
        }

        @Test
        void anImportUnderAnothersNameIsAConflictToo() {
            String own = imported(multisig(account));
            int joined = shop.ask(named, "POST", ACCOUNTS + "/import", own).status();
            int repeated = shop.ask(named, "POST", ACCOUNTS + "/import", own).status();
            Reply other = shop.ask(named, "POST", ACCOUNTS + "/import", imported(multisig(shop.account(shop.acme))));

            assertEquals(Array.of(201, 201), Array.of(joined, repeated));
            assertEquals("idempotency_key_reused", code(other));
        }

        private String multisig(String address) {
            return shop.served("GET", ACCOUNTS + "/" + address, "").get("multisig_address").stringValue();
        }

        private static String imported(String multisig) {
            return quoted("{'multisig_address':'" + multisig + "'}");
        }
    }

    private static String code(Reply reply) {
        ObjectNode body = Shop.json(reply);
        return body.has("code") ? body.get("code").stringValue() : "";
    }
}

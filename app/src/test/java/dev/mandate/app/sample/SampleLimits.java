package dev.mandate.app.sample;

import static dev.mandate.app.sample.SampleClient.ACCOUNTS;
import static dev.mandate.app.sample.SampleClient.ALICE;
import static dev.mandate.app.sample.SampleClient.BOB;
import static dev.mandate.app.sample.SampleClient.BY_ADMIN;
import static dev.mandate.app.sample.SampleClient.CAROL;
import static dev.mandate.app.sample.SampleClient.NO_TOKEN;
import static dev.mandate.app.sample.SampleClient.json;
import static dev.mandate.app.sample.SampleClient.signed;
import static dev.mandate.app.sample.SampleClient.text;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.engine.journal.TenantJournal;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.mandate.app.sample.DisturbedChain.Line;
import dev.mandate.client.IntentBody;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.submission.SubmissionRules;
import dev.mandate.engine.limit.EngineLimitRepository;
import dev.mandate.engine.limit.LimitUse;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.program.NewStorage;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.account.NonceAccount;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import tools.jackson.databind.node.ObjectNode;

/** What bounds the transactions of an account: durable nonces, filters, limits. */
final class SampleLimits {

    private final SampleClient client;
    private String kept = "";

    SampleLimits(SampleClient client) {
        this.client = client;
    }

    /** @param imported an account of somebody else's */
    void play(String imported) {
        nonces();
        filters(imported);
        chainLimits();
        engineLimits();
        client.lands(client.served("POST", client.path + "/policy-signer", ""));
    }

    private void nonces() {
        Address nonce = nonce("kept");
        Address other = nonce("withdrawn");
        client.served(client.named(), "POST", client.path + "/nonce-accounts", nonceChange("nonce_account_allow", nonce));
        client.served(client.named(), "POST", client.path + "/nonce-accounts", nonceChange("nonce_account_allow", other));
        client.served(client.named(), "DELETE", client.path + "/nonce-accounts", nonceChange("nonce_account_withdraw", other));
        ObjectNode built = client.served(
                "PATCH", client.path + BY_ADMIN, json("{'rent_collector':'%s','nonce_account':'%s'}", BOB.address(), nonce));
        client.disturbed(new Line.LosesSent(), () -> {
            client.submit(built);
            client.service.pass(SubmissionRules.RECORD_BLOCKS);
            client.service.work();
        });
    }

    private Address nonce(String name) {
        Address address = TestKey.of("sample/nonce/" + name).address();
        NonceAccount content = new NonceAccount(
                NonceAccount.Version.CURRENT, ALICE.address(), new Blockhash(Bytes32.of(address.toArray())), BaseUnits.of(5_000));
        client.chain.put(address, new AccountData(BaseUnits.of(SampleService.SOL), SystemProgram.ID, content.encode(), false));
        return address;
    }

    private String nonceChange(String action, Address nonce) {
        IntentBody intent = signed(client.intent(client.account, action).with("nonce_account", nonce.toString()), ALICE);
        return json("{'nonce_account':'%s','intent':%s}", nonce, intent.json());
    }

    private void filters(String imported) {
        client.served(client.named(), "PUT", "/api/v1/names", json("{'names':[{'address':'%s','name':'ours'}]}", imported));
        String thief = TestKey.of("sample/thief").address().toString();
        String filters = json(
                "[{'id':'no-theft','effect':'DENY','program':'%s','instruction':'transfer','accounts':{'destination':['%s']},"
                        + "'min_amount':'1','max_amount':'2','mint':'%s'},{'id':'system','effect':'ALLOW','program':'%s'}]",
                NO_TOKEN, thief, NO_TOKEN, NO_TOKEN);
        String lists = json("[{'id':'nobody','kind':'DESTINATION','addresses':[]},{'id':'programs','kind':'PROGRAM','addresses':[]},"
                + "{'id':'tokens','kind':'TOKEN','addresses':[]}]");
        filter(client.account, 0, "ALLOW", "[]");
        filter(imported, 0, "ALLOW", filters);
        filter(imported, 1, "DENY", filters);
        IntentBody intent = client.intent(imported, "allowlists_change").withJson("allowlists", lists).withJson("expected_version", "2");
        client.served(client.named(), "PUT", ACCOUNTS + "/" + imported + "/allowlists", json(
                "{'allowlists':%s,'expected_version':2,'intent':%s}", lists, signed(intent, ALICE).json()));
    }

    private void filter(String of, int version, String unmatched, String filters) {
        IntentBody intent = client.intent(of, "transaction_filters_change")
                .with("default_effect", unmatched)
                .withJson("transaction_filters", filters)
                .withJson("expected_version", "" + version);
        client.served(client.named(), "PUT", ACCOUNTS + "/" + of + "/transaction-filters", json(
                "{'default_effect':'%s','transaction_filters':%s,'expected_version':%d,'intent':%s}",
                unmatched, filters, version, signed(intent, ALICE).json()));
    }

    private void chainLimits() {
        String limit = granted("DAILY", "");
        client.served("PATCH", client.path + "/spending-limits/" + limit + BY_ADMIN, json("{'amount':'6000000'}"));
    }

    String granted(String period, String more) {
        ObjectNode built = limit(period, NO_TOKEN, more);
        client.lands(built);
        return text(built, "spending_limit_address");
    }

    @CanIgnoreReturnValue
    private ObjectNode limit(String period, String token, String more) {
        return client.served("POST", client.path + "/spending-limits" + BY_ADMIN, json(
                "{'amount':'5000000','token_address':'%s','period':'%s','spending_limit_signers':['%s']%s}",
                token, period, ALICE.address(), more));
    }

    /** The first use after a loss of commits. */
    void recount() {
        client.lands(reserved(kept, 1));
    }

    private void engineLimits() {
        kept = granted("YEARLY", "");
        String soon = ",'expiration':" + (client.service.now.seconds() + 10_000);
        String once = granted("ONE_TIME", ",'destinations':['%s']".formatted(CAROL.address()));
        client.lands(reserved(once, 1));
        client.service.work();
        String removed = granted("YEARLY", "");
        client.lands(reserved(removed, 3));
        client.lands(client.served("DELETE", client.path + "/spending-limits/" + removed + BY_ADMIN, ""));
        client.service.work();
        // A limit is on record once it was built.
        client.service.mint(TestKey.of("sample/mint").address());
        limit("YEARLY", TestKey.of("sample/mint").address().toString(), soon);
        String unused = granted("DAILY", soon);
        for (String period : new String[] {"WEEKLY", "MONTHLY"}) {
            limit(period, NO_TOKEN, soon);
        }
        String released = granted("YEARLY", "");
        client.disturbed(new Line.LosesSent(), () -> client.submit(reserved(released, 4)));
        reserved(released, 5);
        client.service.pass(10_001);
        client.nothingCanLandAnyMore();
        client.service.work();
        reserved(released, 6);
        client.service.work();
        useWithEveryRent(Address.parse(released).get());
    }

    @CanIgnoreReturnValue
    ObjectNode reserved(String limit, long amount) {
        IntentBody intent = client.intent(client.account, "spending_limit_use")
                .with("limit", limit)
                .with("amount", "" + amount)
                .with("destination", CAROL.address().toString())
                .with("signer", ALICE.address().toString());
        return client.served(client.named(), "POST", client.path + "/spending-limits/" + limit + "/use", json(
                "{'amount':'%d','destination':'%s','signer':'%s','intent':%s}",
                amount, CAROL.address(), ALICE.address(), signed(intent, ALICE).json()));
    }

    /** No use of a limit creates all of these accounts. */
    private void useWithEveryRent(Address limit) {
        Array<FeeQuote.Rent> rents = Array.of(NewStorage.Kind.values()).map(kind -> new FeeQuote.Rent(
                kind, limit, BaseUnits.of(1), ALICE.address(), Option.when(kind == NewStorage.Kind.TRANSACTION, BOB.address())));
        FeeQuote fee = new FeeQuote(ALICE.address(), BaseUnits.of(5_000), BaseUnits.ZERO, BaseUnits.ZERO, rents);
        LimitUse use = new LimitUse(limit, Bytes.of((byte) 0), fee, client.service.now);
        EngineLimitRepository book = new EngineLimitRepository(
                new TenantJournal(client.service.journal, () -> client.service.now, new Tenant("acme"), Network.DEVNET));
        assertTrue(client.service.journal.commit(book.use(Commit.at(client.service.now), Sha256.of("every rent"), use)).isRight());
    }
}

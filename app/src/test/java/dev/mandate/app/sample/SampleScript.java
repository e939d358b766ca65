package dev.mandate.app.sample;

import static dev.mandate.app.sample.SampleClient.ACCOUNTS;
import static dev.mandate.app.sample.SampleClient.ADA;
import static dev.mandate.app.sample.SampleClient.ALICE;
import static dev.mandate.app.sample.SampleClient.BOB;
import static dev.mandate.app.sample.SampleClient.CAROL;
import static dev.mandate.app.sample.SampleClient.KEY_HEADER;
import static dev.mandate.app.sample.SampleClient.base64;
import static dev.mandate.app.sample.SampleClient.bearer;
import static dev.mandate.app.sample.SampleClient.json;
import static dev.mandate.app.sample.SampleClient.terms;
import static dev.mandate.app.sample.SampleClient.text;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.app.sample.DisturbedChain.Line;
import dev.mandate.app.sample.JournalSample.Fact;
import dev.mandate.domain.access.OperatorName;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.engine.watch.WatchSample;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.engine.access.TenantStandings;
import dev.mandate.engine.accounts.AccountFreezes;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.submission.SubmissionRules;
import dev.mandate.ports.api.access.NewApiKey;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.DataMatch;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.solana.squadsv4.SquadsV4;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.control.Option;
import io.vavr.collection.Map;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/** Requests and faults after which a journal holds every recorded type, each of its cases and each of its words. */
final class SampleScript {

    /** The idempotency key of an {@link #order}. */
    static final String ORDER_KEY = "an-order";

    private static final long DAY = 86_400;
    private static final TransactionFailure NO_RENT = new TransactionFailure.InsufficientFundsForRent(1);

    private final String token;
    private final SampleClient client;
    private final SampleLimits limits;
    private static final String WEBHOOKS = "/api/v1/webhooks";

    private final SampleSignIns signIns;

    SampleScript(JournalStore store, OperatorSecret secret) {
        SimulatedChain chain = new SimulatedChain(SampleService.START);
        SampleService service = new SampleService(store, secret, chain, SampleService.START);
        chain.fund(service.feePayer, BaseUnits.of(1_000 * SampleService.SOL));
        token = apiKeys(service);
        client = new SampleClient(service, token);
        limits = new SampleLimits(client);
        signIns = new SampleSignIns(client);
    }

    /** Plays everything, and leaves work undone. */
    Map<Fact, String> play() throws GeneralSecurityException {
        webhooks();
        String imported = creations();
        submissions();
        client.service.sign();
        limits.play(imported);
        client.service.loseCommits();
        // Intents that may have been signed before are not taken.
        client.service.pass(DAY);
        limits.recount();
        signIns.play();
        watching();
        operator();
        client.service.rebuildEvents();
        client.service.work();
        client.service.sign();
        return unfinished();
    }

    /** What the operator does at night. */
    private void operator() {
        OperatorName ops = new OperatorName("ops");
        AccountFreezes freezes = new AccountFreezes(client.service.journal, () -> client.service.now, Network.DEVNET);
        Address account = Address.of(client.account);
        assertTrue(freezes.freeze(account, ops, "a key may have leaked", Option.none()).isRight());
        client.service.pass(1);
        client.service.refused("account_frozen", client.acme, "PATCH", client.path, "{\"time_lock\":60}");
        assertTrue(freezes.thaw(account, ops, Option.none()).isRight());
        client.service.pass(1);
        TenantStandings standings = new TenantStandings(client.service.journal, () -> client.service.now);
        assertTrue(standings.suspend(new Tenant("acme"), ops).isRight());
        assertTrue(standings.resume(new Tenant("acme"), ops).isRight());
        // These stay so.
        assertTrue(freezes.freeze(ADA.address(), ops, "it is not known whose it is", Option.none()).isRight());
        assertTrue(standings.suspend(new Tenant("rival"), ops).isRight());
        client.service.keys.uses().record();
    }

    /** What is on the chain, and everything that can be recorded of an account. */
    private void watching() {
        client.service.watch();
        WatchSample.record(client.service.journal, () -> client.service.now, new Tenant("acme"));
    }

    private static String apiKeys(SampleService service) {
        Tenant tenant = new Tenant("acme");
        NewApiKey first = service.keys.create(tenant, "first", HashSet.of(Scope.values()));
        NewApiKey ending = service.keys.create(
                tenant, "ending", HashSet.of(Scope.READ), Instant.ofEpochSecond(service.now.plusSeconds(10 * DAY).seconds()));
        assertTrue(service.keys.by(new OperatorName("ops")).revoke(tenant, ending.key().id()).isRight());
        return service.keys.rotate(tenant, first.key().id(), Duration.ofHours(1)).get().token();
    }

    SampleClient client() {
        return client;
    }

    /** Webhooks in each standing. */
    private void webhooks() {
        Array<String> made = Array.of(410, 500, 200, 200, 200).map(status -> WEBHOOKS + "/" + text(
                client.served(client.acme, "POST", WEBHOOKS, json("{'url':'https://hooks.example/%s','types':['account.*']}", status)), "webhook_id"));
        String first = client.created(order());
        client.service.sendWebhooks();
        client.service.pass(5 * DAY);
        String second = client.created(order());
        client.service.sendWebhooks();
        String disable = json("{'description':'of %s and %s','enabled':false}", first, second);
        Array<ObjectNode> unused = Array.of(
                client.served(client.acme, "POST", made.get(2) + "/replay", "{\"after\":0}"),
                client.served(client.acme, "POST", made.get(2) + "/rotate-secret", ""),
                client.served(client.acme, "PATCH", made.get(2), disable),
                client.served(client.acme, "PATCH", made.get(2), json("{'enabled':true}")),
                client.served(client.acme, "PATCH", made.get(3), disable),
                client.served(client.acme, "DELETE", made.get(4), ""));
        client.service.sendWebhooks();
    }

    /** The body of a request for an account. */
    static String order() {
        return terms("");
    }

    /** The address of an account that is another tenant's, too. */
    private String creations() {
        client.service.rivalToken = client.service.keys.create(new Tenant("rival"), "rival", HashSet.of(Scope.values())).token();
        Headers rival = bearer(client.service.rivalToken);
        ObjectNode strangers = client.served(rival, "POST", ACCOUNTS, order());
        client.served(client.named(), "POST", ACCOUNTS + "/import", json("{'multisig_address':'%s'}", text(strangers, "multisig_address")));
        client.created(terms(",'memo':'treasury','time_lock':60,'admin_address':'%s','rent_collector':'%s'"
                .formatted(ADA.address(), CAROL.address())));

        var unused = client.served(client.acme, "POST", "/api/v1/accounts", json(
                "{'type':'signers','policies':{'signers':[{'address':'%s','permissions':['CAN_VOTE'],'role':'backup'},%s],'threshold':1}}",
                BOB.address(), SampleClient.signer(ALICE)));

        // It is renewed once it has expired, and lands.
        order(new Line.BreaksAtSending(), client.named());
        client.nothingCanLandAnyMore();
        client.service.work();
        client.service.work();
        // It never lands.
        order(new Line.BreaksAtSending(), client.named());
        neverLand();
        // It never lands, and is ordered again under its key.
        Headers again = client.named();
        order(new Line.BreaksAtSending(), again);
        neverLand();
        order(new Line.Good(), again);
        // It lands and fails.
        TransactionFailure missing = new TransactionFailure.InstructionFailed(0, new InstructionFailure.Named("MissingAccount"));
        client.disturbed(
                new Line.Fails(missing),
                () -> client.service.refused("transaction_failed", client.named(), "POST", ACCOUNTS, order()));
        return text(strangers, "smart_account_address");
    }

    private void order(Line line, Headers headers) {
        client.disturbed(line, () -> client.served(headers, "POST", ACCOUNTS, order()));
    }

    /** A submission cannot land any more, and the operator cannot pay for another one. */
    private void neverLand() {
        client.nothingCanLandAnyMore();
        poor(client.service::work);
    }

    private void poor(Runnable meanwhile) {
        client.chain.put(client.service.feePayer, new AccountData(BaseUnits.of(1_000_000), Address.ZERO, Bytes.EMPTY, false));
        meanwhile.run();
        client.chain.fund(client.service.feePayer, BaseUnits.of(1_000 * SampleService.SOL));
    }

    private void submissions() {
        TransactionFailure custom = new TransactionFailure.InstructionFailed(0, new InstructionFailure.Custom(6_000));
        change(new Line.LosesSent());
        client.service.work();
        change(new Line.Fails(custom));
        change(new Line.Fails(new TransactionFailure.Named("AccountInUse")));
        change(new Line.Refuses(NO_RENT));
        change(new Line.Swallows());
        client.service.pass(60);
        client.service.work();
        client.nothingCanLandAnyMore();
        client.service.work();
        change(new Line.LosesSent());
        order(new Line.BreaksAtSending(), client.named());
        client.service.pass(SubmissionRules.MEMORY_BLOCKS);
        client.service.work();
    }

    private void change(Line line) {
        client.disturbed(line, () -> client.submit(client.change()));
    }

    private Map<Fact, String> unfinished() {
        String limit = limits.granted("YEARLY", "");
        client.disturbed(new Line.LosesSent(), () -> client.submit(limits.reserved(limit, 7)));
        limits.reserved(limit, 8);
        String submission = text(client.submit(client.change(), client.named()), "submission_id");
        String ordered = text(client.served(client.acme.with(KEY_HEADER, ORDER_KEY), "POST", ACCOUNTS, order()), "smart_account_address");
        signIns.begin();
        order(new Line.BreaksAtSending(), client.named());
        client.service.vault.unsigning(true);
        order(new Line.Good(), client.named());
        client.service.vault.unsigning(false);
        change(new Line.Refuses(NO_RENT));
        change(new Line.Swallows());
        return HashMap.of(
                Fact.NOW, Long.toString(client.service.now.seconds()),
                Fact.API_KEY, token,
                Fact.ACCOUNT, client.account,
                Fact.SUBMISSION, submission,
                Fact.LIMIT, limit,
                Fact.ORDERED, ordered);
    }

    /** The account's settings and limits on the chain, as {@link JournalSample#chain} reads them. */
    Array<String> onChain() {
        Address settings = Address.parse(text(client.served("GET", client.path, ""), "multisig_address")).get();
        // A limit's account names the settings after its discriminator.
        DataMatch limits = new DataMatch(8, Bytes.of(settings.toArray()));
        return client.chain.ownedAccounts(SquadsV4.PROGRAM, Array.empty()).get().owned().toArray()
                .filter(found -> found._1.equals(settings) || limits.isIn(found._2.data()))
                .map(found -> "%s %s %s %s".formatted(found._1, found._2.lamports(), found._2.owner(), base64(found._2.data())))
                .sorted();
    }
}

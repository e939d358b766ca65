package dev.mandate.app.demo;

import dev.mandate.adapters.rpc.Pause;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import java.io.PrintWriter;
import java.net.http.HttpClient;
import java.util.Locale;
import picocli.CommandLine.Help.Ansi;

/**
 * The story of the demo: an account is opened by e-mail, and a 2-of-3 account is created, funded, governed, spent from, and attacked, all by
 * requests to the service.
 */
public final class Demo {

    static final long SOL = 1_000_000_000L;
    static final String ACCOUNTS = "/api/v1/smart-accounts";
    private static final String BUILDERS = "/api/v0/smart_account/transaction";

    private final DemoSession session;
    private final Address alice;
    private final Address bob;
    private final Address carol;
    private final Address mallory;
    private final Address erin;

    private Demo(DemoSession session) {
        this.session = session;
        this.alice = session.person("Alice");
        this.bob = session.person("Bob");
        this.carol = session.person("Carol");
        this.mallory = session.person("Mallory");
        this.erin = session.key("Erin");
    }

    /**
     * Plays the whole story and closes {@code environment} and {@code http}.
     *
     * @param http sends the requests
     * @param pause waits for a node's network
     * @return whether every result was as expected
     */
    public static boolean play(PrintWriter out, Ansi ansi, DemoEnvironment environment, HttpClient http, Pause pause) {
        DemoOutput output = new DemoOutput(out, ansi);
        try (DemoClient client = environment.client(http)) {
            DemoNetwork network = environment.network(client, pause, output);
            output.title(
                    "Mandate: the main job, over HTTP, on real transaction bytes, against " + network.name(),
                    "    … stands for /api/v1/smart-accounts/{address}");
            DemoSession session = new DemoSession(output, client, network);
            session.fundOperator();
            new EmailScenario(session, environment.mails()).play();
            new Demo(session).open();
        }
        new AuditScenario(output, environment).play();
        return output.end();
    }

    private void open() {
        session.output().step("Alice, Bob and Carol open an account that any two of them control");
        session.refusesUnauthenticated("the list of all accounts, without an API key", DemoCall.get(ACCOUNTS), "unauthenticated");
        Array<Signer> twice = Array.of(
                new Signer(alice, Permissions.of(Permission.CAN_INITIATE, Permission.CAN_VOTE)),
                new Signer(alice, Permissions.of(Permission.CAN_VOTE)),
                new Signer(bob, Permissions.of(Permission.CAN_VOTE)));
        session.refuses(
                "a threshold of 4, Alice twice, nobody who executes",
                DemoCall.post(BUILDERS + "/create").signers(twice).put("threshold", 4),
                "duplicate_signer",
                "no_executor",
                "threshold_exceeds_voters");
        DemoCall order = DemoCall.post(BUILDERS + "/create")
                .signers(withAllPermissions(alice, bob, carol))
                .put("threshold", 2)
                .put("rent_collector", alice)
                .idempotencyKey("order-1");
        session.creates("Alice, Bob, Carol with all permissions, threshold 2, rent back to Alice", order, account -> {
            session.name(account, "the account");
            session.holds(
                    "once",
                    "the same order again, under the same idempotency key, is the same account",
                    session.send(order).text("/smart_account_address").equals(account.toString()));
            session.fund(account, session.amount(10 * SOL));
            live(account);
        });
    }

    private void live(Address account) {
        new SpendingScenario(session, account, alice, bob, carol, mallory, erin).play();
        TransferScenario transfers = new TransferScenario(session, account, alice, bob, carol, mallory, erin);
        transfers.atOnce();
        lock(account);
        transfers.cancelled();
        transfers.executed();
        stale(account);
        RolesScenario.on(session, alice, erin).play();
        admin();
    }

    private void lock(Address account) {
        DemoNetwork.Pace pace = session.pace();
        String seconds = String.format(Locale.ROOT, "a time lock of %,d s", pace.timeLockSeconds());
        session.output().step("They decide that from now on " + pace.timeLockText() + " must pass between approval and execution");
        session.refuses("a time lock of 91 days", vote(account).put("time_lock", 91 * 86_400), "time_lock_too_long");
        session.refuses("a threshold of 4", vote(account).put("threshold", 4), "threshold_exceeds_voters");
        session.refuses(
                "a threshold of 1, by Alice as if she were the admin",
                DemoCall.patch(path(account) + "?admin=true").by(alice).put("threshold", 1),
                "no_admin");
        session.lands(
                seconds + ", and rent back to the account, by vote of Alice and Bob",
                account,
                vote(account).put("time_lock", pace.timeLockSeconds()).put("rent_collector", account));
        DemoCall read = DemoCall.get(path(account));
        session.holds(
                "reads",
                "the account now has " + seconds + session.output().aside(read.shown()),
                session.send(read).text("/time_lock").equals(Long.toString(pace.timeLockSeconds())));
    }

    private void stale(Address account) {
        session.output().step("A change of settings that was approved dies when other settings change first");
        String locked = "approved, and locked for " + session.pace().timeLockText();
        session.lands(
                "threshold 1, by vote: " + locked,
                account,
                vote(account).put("threshold", 1),
                first -> session.lands(
                        "no time lock any more, by vote: " + locked,
                        account,
                        vote(account).put("time_lock", 0),
                        second -> {
                            session.pass(session.pace().timeLockSeconds());
                            session.lands(
                                    "Carol executes the second change",
                                    account,
                                    step(account, second.index(), "execute", carol));
                            session.refuses(
                                    "Carol executes the first one after it",
                                    step(account, first.index(), "execute", carol),
                                    "transaction_stale");
                        }));
    }

    private void admin() {
        session.output().step("A third account has an admin: nobody else changes its settings");
        Address ada = session.person("Ada");
        session.creates(
                "the same three signers, with Ada as the admin",
                DemoCall.post(ACCOUNTS)
                        .signers(withAllPermissions(alice, bob, carol))
                        .put("threshold", 2)
                        .put("admin_address", ada),
                account -> administer(account, ada));
    }

    private void administer(Address account, Address ada) {
        session.name(account, "the account");
        String asAdmin = path(account) + "?admin=true";
        session.refuses("threshold 1, by vote", vote(account).put("threshold", 1), "admin_controls_settings");
        session.refuses(
                "Ada removes everybody who executes",
                DemoCall.patch(asAdmin).by(ada).signers(Array.of(alice, bob, carol).map(Demo::votingOnly)),
                "no_executor");
        session.lands(
                "Carol leaves and the threshold falls to 1, by Ada alone, at once",
                account,
                DemoCall.patch(asAdmin).by(ada).signers(withAllPermissions(alice, bob)).put("threshold", 1));
        session.lands("Ada gives up control, for good", account, DemoCall.patch(asAdmin).by(ada).nothing("admin_address"));
        session.refuses(
                "Ada as admin once more",
                DemoCall.patch(path(account)).by(alice).put("admin_address", ada),
                "admin_cannot_be_added");
        new EventsScenario(session, account, alice).play();
    }

    /** Requests a change of settings by vote of Alice and Bob. */
    private DemoCall vote(Address account) {
        return DemoCall.patch(path(account)).by(alice, bob);
    }

    static Array<Signer> withAllPermissions(Address... people) {
        return Array.of(people).map(person -> new Signer(person, Permissions.ALL));
    }

    private static Signer votingOnly(Address person) {
        return new Signer(person, Permissions.of(Permission.CAN_INITIATE, Permission.CAN_VOTE));
    }

    static String path(Address account) {
        return ACCOUNTS + "/" + account;
    }

    /** Requests a proposal, its approvals and its execution for the client's own transaction. */
    static DemoCall prepare(Address account, Bytes transaction, Address... signers) {
        return DemoCall.post(BUILDERS + "/prepare")
                .by(signers)
                .put("smart_account_address", account)
                .object("fee_config", "currency", "sol")
                .transaction(transaction);
    }

    /** Requests one step of a transaction's life. */
    static DemoCall step(Address account, long index, String step, Address... signers) {
        return DemoCall.post(path(account) + "/transactions/" + index + "/" + step).by(signers);
    }
}

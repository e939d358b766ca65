package dev.mandate.engine.authority;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.rpc.RpcChain;
import dev.mandate.adapters.rpc.RpcSettings;
import dev.mandate.client.P256KeyPair;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.IdentityCommand.Purpose;
import dev.mandate.domain.authority.SessionEnd;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.filter.Allowlist;
import dev.mandate.domain.filter.FilterId;
import dev.mandate.domain.intent.Intent;
import dev.mandate.domain.intent.IntentNonce;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.engine.Engines;
import dev.mandate.engine.authority.AuthorityFixture.Client;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.parts.EngineSettings;
import dev.mandate.ports.api.authority.EmailAuthorities.ChallengeRequest;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.SignatureGiven;
import dev.mandate.ports.api.custody.SubmitRequest;
import dev.mandate.ports.api.tenant.AccountOverview;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.ports.api.tenant.FilterTerms;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.ports.api.transfer.TransferQuery;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.keys.AuthorityKeys;
import dev.mandate.ports.spi.keys.PayloadApproval;
import dev.mandate.ports.spi.keys.SignatureCheck;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.Solana;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.testkit.node.SolanaTestNode;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** No operation costs more than the table in {@code docs/architecture.md} says. */
class OperationPricesTest {

    private static final Path PAGE = Path.of("../docs/architecture.md");
    private static final String SECTION = "### A price for everything";
    private static final long SOL = 1_000_000_000;
    private static final Retry ONCE = new Retry.Unnamed();

    private final AuthorityFixture fixture = new AuthorityFixture();
    private final SolanaTestNode node = SolanaTestNode.httpOnly(fixture.chain);
    private final TestKey bob = TestKey.of("bob");
    private final TestKey dan = TestKey.of("dan");
    private final Address shop = TestKey.of("shop").address();
    private final RpcChain chain = new RpcChain(RpcSettings.of(Network.DEVNET, Array.of(node.providerUrl())));
    private final Engines engines = engines(fixture.journal);
    private final TenantService service = engines.service(Network.DEVNET, AuthorityFixture.ACME.tenant()).get();
    private final AtomicInteger checks = new AtomicInteger();
    private final AtomicInteger rows = new AtomicInteger();

    /** What an operation cost, or may cost. */
    private record Price(int nodeCalls, int signatureChecks, int rows) {

        boolean covers(Price other) {
            return nodeCalls >= other.nodeCalls && signatureChecks >= other.signatureChecks && rows >= other.rows;
        }
    }

    @AfterEach
    void close() {
        node.close();
    }

    private Engines engines(Journal journal) {
        AuthorityPorts ports = fixture.ports();
        ChainFormats formats = Solana.SQUADS_V4;
        return Engines.builder()
                .network(Network.DEVNET, chain, fixture.operator)
                .journal(counted(Journal.class, journal))
                .clock(() -> fixture.now)
                .formats(new ChainFormats(
                        formats.program(), formats.format(), formats.tokens(), counted(SignatureCheck.class, formats.signatures()), formats.calls(),
                        formats.instructions()))
                .allowance(new CreationAllowance(BaseUnits.of(100 * SOL), 1_000))
                .authorities(new AuthorityPorts(ports.vault(), counted(AuthorityKeys.class, ports.keys()), ports.ids(), ports.email()))
                .settings(EngineSettings.DEFAULT)
                .build();
    }

    /** Counts each signature that is verified, and each row that a commit writes: events, states, answers and messages. */
    private <T> T counted(Class<T> port, T real) {
        return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (proxy, method, arguments) -> {
            checks.addAndGet(method.getName().equals("check") ? 1 : 0);
            rows.addAndGet(arguments != null && arguments[0] instanceof Commit commit ? written(commit) : 0);
            return method.invoke(real, arguments);
        }));
    }

    private static int written(Commit commit) {
        return commit.appends().map(append -> append.events().length()).sum().intValue()
                + commit.rows().length()
                + commit.answer().toArray().length()
                + commit.messages().length();
    }

    @Test
    void noOperationCostsMoreThanItsRow() throws IOException {
        Map<String, Price> table = table(Files.readString(PAGE));
        Map<String, Price> measured = measured();

        assertEquals(table.keySet(), measured.keySet());
        assertEquals(
                LinkedHashMap.empty(),
                measured.filter((operation, price) -> !table.get(operation).get().covers(price)),
                () -> "docs/architecture.md allows less: " + table);
        assertTrue(table.values().forAll(price -> price.nodeCalls <= EngineSettings.FEWEST_NODE_CALLS));
    }

    private static Map<String, Price> table(String page) {
        return Array.ofAll(page.substring(page.indexOf(SECTION)).lines().toList())
                .dropUntil(line -> line.startsWith("|---"))
                .tail()
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.split(" *\\| *", -1))
                .foldLeft(LinkedHashMap.empty(), (table, cells) ->
                        table.put(cells[1], new Price(number(cells[2]), number(cells[3]), number(cells[4]))));
    }

    private static int number(String cell) {
        return Integer.parseInt(cell.split(" ", 2)[0]);
    }

    private <T> Tuple2<Price, T> priced(Supplier<T> operation) {
        int before = node.asked().length();
        checks.set(0);
        rows.set(0);
        T answer = operation.get();
        return Tuple.of(new Price(node.asked().length() - before, checks.get(), rows.get()), answer);
    }

    private Map<String, Price> measured() {
        Map<String, Price> prices = LinkedHashMap.empty();
        // The first calls of an engine also ask the node for its network, and for rents.
        Address warm = created("warm");
        var unusedPlan = service.build(settings(warm, 1)).get();

        var created = priced(() -> created("first"));
        Address account = created._2;
        fixture.chain.fund(account, BaseUnits.of(50 * SOL));
        fixture.chain.fund(bob.address(), BaseUnits.of(50 * SOL));
        prices = prices.put("an account at the operator's cost", created._1);

        var started = priced(() -> engines.email(Network.DEVNET, AuthorityFixture.ACME).get()
                .start(new ChallengeRequest(AuthorityFixture.ANN, Purpose.REGISTER, Option.none(), new SessionEnd.Default()), ONCE)
                .get());
        var unusedCount = fixture.deliver(IdentityRepository.MAIL_TOPIC);
        P256KeyPair own = P256KeyPair.generate();
        var verified = priced(() -> new Client(own, engines.email(Network.DEVNET, AuthorityFixture.ACME).get()
                .verify(AuthorityFixture.request(fixture.mailbox.getLast().code(), own), ONCE)
                .get()));
        Client ann = verified._2;
        prices = prices.put("a one-time code", started._1).put("sign-in, with a new account", verified._1);
        Address managed = ann.identity().account();
        fixture.chain.fund(managed, BaseUnits.of(10 * SOL));
        fixture.chain.fund(ann.identity().signer(), BaseUnits.of(SOL));

        var transfer = priced(() -> service.build(transfer(account, BuildOptions.DEFAULT, bob, dan)).get().single().unsigned());
        var change = priced(() -> service.build(settings(account, 60)).get().single().unsigned());
        var proposed = priced(() -> service.build(proposal(account)).get().single().unsigned());
        prices = prices.put("a transfer is built", transfer._1).put("a change of settings is built", change._1).put("a proposal is built", proposed._1);
        prices = prices.put("a dry run", priced(() -> service.validate(transfer(account, BuildOptions.DEFAULT, bob, dan)).get())._1);

        KeyRing keys = KeyRing.of(bob, dan);
        var submitted = priced(() -> service.submit(account, keys.sign(proposed._2.transaction()), Array.empty(), ONCE).get());
        prices = prices.put("a signed transaction is submitted", submitted._1);
        prices = prices.put("the same again", priced(() ->
                service.submit(account, keys.sign(proposed._2.transaction()), Array.empty(), ONCE).get())._1);
        UnsignedTransaction payment = service.build(transfer(managed, BuildOptions.DEFAULT, ann.identity().signer())).get().single().unsigned();
        prices = prices.put("a submit is refused", refused(account, transfer._2));
        prices = prices.put("a submit with a wrong approval is refused", priced(() -> service.submit(SubmitRequest
                .of(managed, payment.transaction()).approved(List.of(new PayloadApproval.Signed(Option.none(), Client.sign(own, Bytes.of("{}".getBytes(StandardCharsets.US_ASCII)))))), ONCE)
                .getLeft())._1);
        prices = prices.put("an approved transaction is submitted", priced(() -> service.submit(SubmitRequest
                .of(managed, payment.transaction()).approved(List.of(approval(ann, payment))), ONCE).get())._1);

        prices = prices.put("a submission is read", priced(() -> service.submission(submitted._2.id()).get())._1);
        prices = prices.put("an account is read", priced(() -> service.account(account).get())._1);
        prices = prices.put(
                "an account is read with limits and balances",
                priced(() -> service.overview(account, AccountOverview.Balances.READ).get())._1);
        prices = prices.put("its balances are read", priced(() -> service.balances(account).get())._1);
        prices = prices.put("its limits are listed", priced(() -> service.limits(account).get())._1);
        prices = prices.put("a transaction is read, with its history", priced(() -> Tuple.of(service.transaction(account, 1).get(), service.recording(account, 1).get()))._1);
        prices = prices.put("a transaction is explained", priced(() -> service.explain(transfer._2.transaction()).get())._1);
        prices = prices.put("a page of transactions", priced(() -> service.transactions(account, OptionalLong.empty(), 100).get())._1);
        prices = prices.put("a page of transfers", busyTransfers(managed));
        prices = prices.put("accounts are listed", priced(() -> service.accounts(100))._1);
        SettingsAddress elsewhere = service.account(warm).get().ref().settings();
        TenantService rival = engines.service(Network.DEVNET, AuthorityFixture.RIVAL.tenant()).get();
        prices = prices.put("an account is imported", priced(() -> rival.importAccount(elsewhere, ONCE).get())._1);
        TenantService stranger = engines(new InMemoryJournal()).service(Network.DEVNET, AuthorityFixture.RIVAL.tenant()).get();
        prices = prices.put("an account is imported by its own address", priced(() -> stranger.importAccountAt(managed, ONCE).get())._1);
        return prices.put("allowlists are changed", filters(ann));
    }

    private Address created(String name) {
        TestKey third = TestKey.of(name);
        return service.create(
                        AuthorityFixture.ACME.keyLine(),
                        new CreationOrder(Command.CreateAccount.ofEquals(2, bob.address(), dan.address(), third.address())),
                        ONCE)
                .get()
                .account()
                .address();
    }

    private BuildRequest transfer(Address from, BuildOptions options, TestKey... signers) {
        return transfer(from, options, Array.of(signers).map(TestKey::address).toJavaArray(Address[]::new));
    }

    private BuildRequest transfer(Address from, BuildOptions options, Address... signers) {
        return new BuildRequest.Transfer(from, shop, new Token.Sol(), BaseUnits.of(SOL), List.of(signers), options);
    }

    private BuildRequest settings(Address account, long timeLockSeconds) {
        return new BuildRequest.ChangeSettings(
                account,
                Array.of(new SettingsEdit.SetTimeLock(new TimeLock(timeLockSeconds))),
                new Authority.Vote(Array.of(bob.address(), dan.address())),
                LeaversLimits.REFUSE,
                BuildOptions.DEFAULT);
    }

    private BuildRequest proposal(Address account) {
        return new BuildRequest.Propose(
                account,
                new Proposable.Settings(Array.of(new SettingsEdit.SetTimeLock(new TimeLock(5))), LeaversLimits.REFUSE),
                bob.address(),
                BuildOptions.DEFAULT);
    }

    private PayloadApproval approval(Client by, UnsignedTransaction payment) {
        return new PayloadApproval.Signed(
                Option.none(),
                Client.sign(by.session(), service.payloads(by.identity().account(), payment).single().payload()));
    }

    /** As many entries as a request may have, none of which fits a signer. */
    private Price refused(Address account, UnsignedTransaction transfer) {
        Array<SignatureGiven> wrong = Array.range(0, SubmitRequest.MOST_SIGNATURES)
                .map(number -> new SignatureGiven(TestKey.of("stranger" + number).sign(transfer.message())));
        return Array.of(wrong, wrong.map(one -> new SignatureGiven(bob.address(), one.signature())))
                .map(given -> priced(() ->
                        service.submit(SubmitRequest.of(account, transfer.transaction()).signed(given), ONCE).getLeft())._1)
                .reduce(OperationPricesTest::dearest);
    }

    private static Price dearest(Price one, Price other) {
        return new Price(
                Math.max(one.nodeCalls, other.nodeCalls),
                Math.max(one.signatureChecks, other.signatureChecks),
                Math.max(one.rows, other.rows));
    }

    /** More than one request may read. */
    private Price busyTransfers(Address account) {
        for (int count = 1; count <= 70; count++) {
            Message message = new Message(
                    MessageVersion.LEGACY,
                    bob.address(),
                    fixture.chain.latestBlockhash().get().blockhash(),
                    Array.of(SystemProgram.transfer(bob.address(), account, BaseUnits.of(count))),
                    Array.empty());
            assertTrue(fixture.chain.send(KeyRing.of(bob).sign(new SolanaFormat().compile(message).get().transaction())).isRight());
        }
        return priced(() -> service.transfers(account, TransferQuery.newest(TransferQuery.MAX_LIMIT)).get())._1;
    }

    private Price filters(Client by) {
        Address account = by.identity().account();
        Array<Allowlist> lists = Array.of(new Allowlist(new FilterId("shops"), Allowlist.Kind.DESTINATION, Array.of(shop)));
        Intent intent = new Intent(
                Network.DEVNET, account, FilterTerms.of(lists, 0), new IntentNonce("00".repeat(16)), fixture.now.plusSeconds(600));
        SignedIntent signed = new SignedIntent(
                intent.content(),
                intent.nonce(),
                intent.expiresAt(),
                Array.of(new SignedIntent.By(by.identity().signer(), Client.sign(by.session(), intent.bytes()))));
        return priced(() -> service.filters().change(account, lists, HashSet.empty(), 0, signed, ONCE).get())._1;
    }
}

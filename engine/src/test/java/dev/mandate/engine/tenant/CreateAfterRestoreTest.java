package dev.mandate.engine.tenant;

import static dev.mandate.engine.tenant.ServiceFixture.ACME;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.engine.AlteredChain;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.faults.Crash;
import dev.mandate.engine.faults.CrashingJournal;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.faults.FaultyChain.Line;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.tenant.Creation;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.ports.api.tenant.CreationRefusal;
import dev.mandate.ports.api.tenant.TenantAccount;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** After a backup was put back the same request makes the same account, which is paid for once. */
class CreateAfterRestoreTest {

    private static final CreationAllowance NOTHING = new CreationAllowance(BaseUnits.ZERO, 0);

    @RegisterExtension
    private final ServiceFixture fixture = new ServiceFixture();

    private final InMemoryJournal backup = fixture.journal.copy();

    private Creation create(TenantService service) {
        return service.create(ACME.keyLine(), fixture.order(), fixture.named("key", 1)).get();
    }

    /** An account that stands, of which the journal knows nothing any more. */
    private Creation lost() {
        Creation creation = create(fixture.service(ACME));
        assertEquals(Creation.Status.CREATED, creation.status());
        fixture.journal = backup;
        return creation;
    }

    private TenantService over(Chain line) {
        return fixture.engine(line, fixture.journal, ServiceFixture.GENEROUS).service(Network.DEVNET, ACME.tenant()).get();
    }

    @Test
    void aRepetitionGetsTheSameAnswerAndNothingIsPaidOrCountedAgain() {
        Creation first = lost();
        long paid = fixture.lamports(fixture.operator.feePayer());
        TenantService service = fixture.service(ACME, NOTHING);

        assertEquals(first, create(service));
        assertEquals(first, create(service));

        assertEquals(paid, fixture.lamports(fixture.operator.feePayer()));
        assertTrue(service.account(first.account().address()).isRight());
        assertInstanceOf(Submission.State.Confirmed.class, service.submission(first.submission()).get().state());
        assertEquals(
                Array.of(new TenantAccount(first.account(), TenantAccount.Origin.CREATED, ServiceFixture.START)),
                service.accounts(10).items().toArray());
        assertEquals(
                Either.left(new CreationRefusal.KeyReused()), service.create(ACME.keyLine(), fixture.order(), fixture.named("key", 2)));
    }

    @Test
    void anAccountWhoseOwnersHaveChangedItsSettingsSinceIsFoundAsItIs() {
        TenantService before = fixture.service(ACME);
        Creation first = create(before);
        Address account = first.account().address();
        ServiceFixture.assertConfirmed(before.awaitFinal(before.submit(
                                account, fixture.signed(fixture.change(before, account, 60)), List.of(), List.of(), new Retry.Unnamed())
                        .get()
                        .id())
                .get());
        fixture.journal = backup;
        TenantService service = fixture.service(ACME);

        assertEquals(first, create(service));

        assertEquals(60, service.account(account).get().settings().timeLock().seconds());
    }

    @Test
    void anotherRequestMakesAnotherAccount() {
        Creation first = lost();
        TenantService service = fixture.service(ACME);

        Array<Creation> others = Array.of(
                service.create(ACME.keyLine(), fixture.order(), fixture.named("other-key", 1)).get(),
                service.create(ACME.keyLine(), fixture.order(), new Retry.Unnamed()).get(),
                fixture.onMainnet(ACME).create(ACME.keyLine(), fixture.order(), fixture.named("third-key", 1)).get());

        assertEquals(4, others.append(first).map(Creation::account).distinct().length());
        assertEquals(Array.fill(3, Creation.Status.CREATED), others.map(Creation::status));
    }

    @Test
    void otherTermsUnderTheSameKeyMakeAnotherAccount() {
        Creation first = lost();
        Command.CreateAccount same = fixture.order().terms();
        Array<Signer> voting = same.signers().map(signer -> new Signer(signer.address(), signer.address().equals(fixture.ann.address())
                ? Permissions.of(Permission.CAN_VOTE)
                : Permissions.ALL));

        Array<Address> others = Array.of(
                        new Command.CreateAccount(voting, same.threshold(), same.timeLock(), same.admin(), same.rentCollector()),
                        new Command.CreateAccount(same.signers(), new Threshold(1), same.timeLock(), same.admin(), same.rentCollector()),
                        new Command.CreateAccount(same.signers(), same.threshold(), new TimeLock(60), same.admin(), same.rentCollector()),
                        new Command.CreateAccount(
                                same.signers(), same.threshold(), same.timeLock(), new AdminControl.HeldBy(fixture.bob.address()), same.rentCollector()),
                        new Command.CreateAccount(
                                same.signers(), same.threshold(), same.timeLock(), same.admin(), Option.some(fixture.bob.address())))
                .map(terms -> {
                    fixture.journal = backup.copy();
                    return fixture.service(ACME).create(ACME.keyLine(), new CreationOrder(terms), fixture.named("key", 1)).get();
                })
                .map(created -> created.account().address());

        assertEquals(6, others.append(first.account().address()).distinct().length());
    }

    /** The order of signers in a request is none of its terms. */
    @Test
    void theSameSignersInAnotherOrderAreTheSameTerms() {
        Creation first = lost();
        CreationOrder turned = new CreationOrder(Command.CreateAccount.ofEquals(2, fixture.bob.address(), fixture.ann.address()));

        assertEquals(
                first.account(), fixture.service(ACME).create(ACME.keyLine(), turned, fixture.named("key", 1)).get().account());
    }

    /** The journal has the order, and forgets the answer after a day. */
    @Test
    void theSameRequestAfterItsAnswerHasExpiredIsTheSameAccount() {
        Creation first = create(fixture.service(ACME));
        fixture.now = fixture.now.plusSeconds(2 * 86_400);

        assertEquals(first, create(fixture.service(ACME)));
    }

    @Test
    void anAccountThatWasImportedMeanwhileIsFoundToo() {
        Creation first = lost();
        TenantService service = fixture.service(ACME);
        assertTrue(service.importAccount(first.account().settings(), new Retry.Unnamed()).isRight());

        assertEquals(first, create(service));
        assertEquals(1, service.accounts(10).items().length());
    }

    /** Then only the address tells on which terms it was made. */
    @Test
    void anAccountWhoseCreationTheNodesHaveForgottenIsFound() {
        Creation first = lost();
        TenantService service = over(new AlteredChain(fixture.devnet, "history", asked -> Either.right(Option.some(Array.empty()))).chain());

        Creation again = create(service);

        assertEquals(first.account(), again.account());
        assertEquals(Creation.Status.CREATED, again.status());
        assertEquals(Option.none(), service.submission(again.submission()));
    }

    @Test
    void anAccountThatWasMadeOnOtherTermsIsNotTheTenants() {
        TenantService service = strangersAccountAtTheAddress();

        assertInstanceOf(
                BuildRefusal.AccountExists.class,
                ((CreationRefusal.NotBuilt) service.create(ACME.keyLine(), fixture.order(), fixture.named("key", 1)).getLeft()).why());
        assertEquals(0, service.accounts(10).items().length());
    }

    /** Two nodes have to agree. One remembers that the account was made on other terms, the other one has forgotten it. */
    @Test
    void whereANodeRemembersOtherTermsNothingIsRecorded() {
        var unused = strangersAccountAtTheAddress();
        Chain forgetful = new AlteredChain(fixture.devnet, "history", asked -> Either.right(Option.some(Array.empty()))).chain();
        TenantService service = over(twoNodes(fixture.devnet, forgetful));

        assertEquals(
                Either.left(new CreationRefusal.NotBuilt(new BuildRefusal.ChainSilent(new ChainFault.NodesDisagree()))),
                service.create(ACME.keyLine(), fixture.order(), fixture.named("key", 1)));
        assertEquals(0, service.accounts(10).items().length());
    }

    @Test
    void anAccountThatOnlyOneOfTwoNodesHasIsNotFound() {
        var unused = lost();
        Either<ChainFault, Object> fault = Either.left(new ChainFault.NodesDisagree());
        TenantService service = over(twoNodes(fixture.devnet, new AlteredChain(fixture.devnet, "accounts", asked -> fault).chain()));

        assertEquals(
                Either.left(new CreationRefusal.NotBuilt(new BuildRefusal.ChainSilent(new ChainFault.NodesDisagree()))),
                service.create(ACME.keyLine(), fixture.order(), fixture.named("key", 1)));
        assertEquals(0, service.accounts(10).items().length());
    }

    /** Two nodes that have to agree; accounts are as the second has them. */
    private static Chain twoNodes(Chain one, Chain other) {
        return (Chain) Proxy.newProxyInstance(Chain.class.getClassLoader(), new Class<?>[] {Chain.class}, (proxy, called, arguments) ->
                switch (called.getName()) {
                    case "agreement" -> 2;
                    case "sources" -> Array.of(one, other);
                    case "agreeing" -> other;
                    default -> called.invoke(one, arguments);
                });
    }

    /** Somebody with the create key of ACME's lost order makes an account of his own at its address. */
    private TenantService strangersAccountAtTheAddress() {
        var unmade = create(fixture.deaf());
        Matcher id = Pattern.compile("\"id\":\"(crt_[0-9a-f]{64})\"")
                .matcher(Array.ofAll(fixture.journal.events(0, Journal.MAX_PAGE).items())
                        .map(event -> event.payload().content())
                        .mkString());
        assertTrue(id.find());
        TestKey createKey = TestKey.of("town/" + id.group(1));
        TestKey mallory = TestKey.of("mallory");
        fixture.devnet.fund(mallory.address(), BaseUnits.of(ServiceFixture.SOL));
        Bytes unsigned = fixture.service(ACME)
                .build(new BuildRequest.CreateAccount(
                        createKey.address(), mallory.address(), Command.CreateAccount.ofEquals(1, mallory.address()), BuildOptions.DEFAULT))
                .get()
                .single()
                .unsigned()
                .transaction();
        assertTrue(fixture.devnet.send(KeyRing.of(mallory, createKey).sign(unsigned)).isRight());
        assertTrue(fixture.service(ACME).account(unmade.account().address()).isRight(), "it is on the chain");
        fixture.journal = backup;
        return fixture.service(ACME);
    }

    /** The transaction of the lost order is on its way when the backup is put back. */
    @Test
    void aTransactionOfTheLostOrderThatLandsLaterIsTheSameAccount() {
        for (boolean landsBeforeTheSecond : new boolean[] {true, false}) {
            ServiceFixture own = new ServiceFixture();
            long cost = new ServiceFixture().costOfOne();
            long before = own.lamports(own.operator.feePayer());
            List<Bytes> sent = new ArrayList<>();
            TenantService losing = own.engine(
                            new FaultyChain(own.devnet, ProcessFault.never(), () -> sent.isEmpty() ? Line.GOOD : Line.LOST, sent::add),
                            own.journal,
                            ServiceFixture.GENEROUS)
                    .service(Network.DEVNET, ACME.tenant())
                    .get();
            Creation first = losing.create(ACME.keyLine(), own.order(), own.named("key", 1)).get();
            assertEquals(Creation.Status.PENDING, first.status());
            own.journal = new InMemoryJournal();

            Creation again = own.deaf().create(ACME.keyLine(), own.order(), own.named("key", 1)).get();
            if (landsBeforeTheSecond) {
                assertTrue(own.devnet.send(sent.getFirst()).isRight());
            }
            CreateRecoveryTest.work(own, own.engine());
            CreateRecoveryTest.work(own, own.engine());
            if (!landsBeforeTheSecond) {
                var unused = own.devnet.send(sent.getFirst());
            }

            Creation created = own.service(ACME).create(ACME.keyLine(), own.order(), own.named("key", 1)).get();
            assertEquals(first.account(), again.account());
            assertEquals(first.account(), created.account());
            assertEquals(Creation.Status.CREATED, created.status());
            assertEquals(cost, before - own.lamports(own.operator.feePayer()));
            own.assertLogIsSound();
        }
    }

    @Test
    void aCrashBetweenAnyTwoStepsLosesNothingAndDoublesNothing() {
        atEveryStep((step, own) -> ProcessFault.after(step));
    }

    @Test
    void aSecondInstanceBetweenAnyTwoStepsChangesNothing() {
        atEveryStep((step, own) -> ProcessFault.interrupted(step, () -> assertEquals(
                Creation.Status.CREATED,
                own.service(ACME).create(ACME.keyLine(), own.order(), own.named("key", 1)).get().status())));
    }

    private interface Interruption {
        ProcessFault at(int step, ServiceFixture own);
    }

    private static void atEveryStep(Interruption interruption) {
        int step = 0;
        boolean struck = true;
        while (struck) {
            ServiceFixture own = new ServiceFixture();
            Creation first = own.service(ACME).create(ACME.keyLine(), own.order(), own.named("key", 1)).get();
            long paid = own.lamports(own.operator.feePayer());
            own.journal = new InMemoryJournal();
            ProcessFault fault = interruption.at(step, own);
            FaultyChain line = new FaultyChain(own.devnet, fault, () -> Line.GOOD, sent -> {});
            try {
                assertEquals(
                        first,
                        own.engine(line, new CrashingJournal(own.journal, fault), ServiceFixture.GENEROUS)
                                .service(Network.DEVNET, ACME.tenant())
                                .get()
                                .create(ACME.keyLine(), own.order(), own.named("key", 1))
                                .get());
            } catch (Crash dead) {
                assertTrue(fault.isFulfilled());
            }

            assertEquals(first, own.service(ACME).create(ACME.keyLine(), own.order(), own.named("key", 1)).get(), "at step " + step);
            assertEquals(paid, own.lamports(own.operator.feePayer()), "at step " + step);
            assertEquals(1, own.service(ACME).accounts(10).items().length(), "at step " + step);
            own.assertLogIsSound();
            struck = fault.isFulfilled();
            step++;
        }
        assertTrue(step > 5, "steps: " + step);
    }
}

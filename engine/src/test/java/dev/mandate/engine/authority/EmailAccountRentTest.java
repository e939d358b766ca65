package dev.mandate.engine.authority;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.engine.creation.OperatorAccounts;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.build.TransactionBuilder;
import dev.mandate.engine.query.AccountDirectory;
import dev.mandate.engine.parts.EngineSettings;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.client.P256KeyPair;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.authority.Challenge;
import dev.mandate.domain.authority.IdentityCommand.Purpose;
import dev.mandate.domain.authority.IdentityCommand;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.authority.Registration;
import dev.mandate.domain.authority.UserId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.engine.accounts.TenantAccounts;
import dev.mandate.engine.authority.AuthorityFixture.Client;
import dev.mandate.engine.creation.AccountCreations;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.creation.CreationParts;
import dev.mandate.engine.submission.SubmissionRepository;
import dev.mandate.ports.api.authority.EmailAuthorities.SignedIn;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.Step;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.spi.keys.CreationId;
import dev.mandate.ports.spi.keys.KmsPayload;
import dev.mandate.ports.spi.keys.PayloadApproval;
import dev.mandate.ports.api.tenant.Creation;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.Solana;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who gets the rent of an e-mail account's transactions: its signer, who pays it. */
class EmailAccountRentTest {

    private static final long SOL = 1_000_000_000;

    private final AuthorityFixture fixture = new AuthorityFixture();
    private final Address operator = fixture.operator.feePayer();
    private final P256KeyPair own = P256KeyPair.generate();

    @Test
    void theRentOfATransactionGoesBackToTheSignerWhoPaidIt() {
        SignedIn ann = funded(signIn(fixture.ask(Purpose.REGISTER)));
        long operators = fixture.lamports(operator);
        long before = fixture.lamports(ann.signer());

        FeeQuote paid = lands(ann, payment(ann));
        FeeQuote closed = lands(ann, close(ann, 1));

        assertEquals(Array.of(Option.some(ann.signer()), Option.some(ann.signer())), paid.rents().map(FeeQuote.Rent::returnsTo));
        assertEquals(before - paid.networkFee().bits() - closed.networkFee().bits(), fixture.lamports(ann.signer()));
        assertEquals(operators, fixture.lamports(operator));
    }

    /** An older version ordered the account with the operator as its rent collector, and died. */
    @Test
    void anOrderOnRecordLandsAsItIsAndTheSignerChangesTheCollector() {
        String digits = "7".repeat(32);
        CreationId id = new CreationId("crt_" + digits);
        Address account = creations().locate(id).address();
        Address signer = register(new ManagedKeyId("key_" + digits), account);
        Command.CreateAccount older = new Command.CreateAccount(
                Array.of(new Signer(signer, Permissions.ALL)),
                new Threshold(1),
                TimeLock.NONE,
                new AdminControl.None(),
                Option.some(operator));
        assertEquals(Creation.Status.PENDING, creations().order(AuthorityFixture.ACME.keyLine(), id, new CreationOrder(older)).get().status());

        SignedIn ann = funded(signIn(fixture.ask(Purpose.SIGN_IN)));

        assertEquals(Creation.Status.CREATED, ann.status());
        assertEquals(account, ann.account());
        assertEquals(signer, ann.signer());
        assertEquals(Option.some(operator), collector(ann));
        FeeQuote paid = lands(ann, payment(ann));
        var unused = lands(ann, change(ann));
        assertEquals(Option.some(ann.signer()), collector(ann));
        long operators = fixture.lamports(operator);
        long before = fixture.lamports(ann.signer());
        FeeQuote closed = lands(ann, close(ann, 1));
        assertEquals(before + paid.rent().bits() - closed.networkFee().bits(), fixture.lamports(ann.signer()));
        assertEquals(operators, fixture.lamports(operator));
    }

    /** Records an identity as an earlier version did: key and account have the digits of one random number, and the account is known at once. */
    private Address register(ManagedKeyId key, Address account) {
        var unused = fixture.ask(Purpose.REGISTER);
        IdentityRepository identities = new IdentityRepository(journal(), fixture.ports().ids());
        UserId user = identities.user(AuthorityFixture.ANN);
        ApiKeyId by = AuthorityFixture.ACME.key();
        assertTrue(identities
                .tell(
                        user,
                        new IdentityCommand.Verify(
                                Challenge.Attempt.WITH_ID,
                                LinkedHashMap.of(fixture.mailbox.getLast().challenge(), IdentityCommand.CodeMatch.RIGHT),
                                new AuthorityFixture().signIn().identity().proof(),
                                new Registration(key, Option.some(account), Option.none(), by, by)),
                        (commit, changed) -> commit)
                .isRight());
        return fixture.vault.ensure(AuthorityFixture.ACME.tenant(), key).get();
    }

    private TenantJournal journal() {
        return new TenantJournal(fixture.journal, () -> fixture.now, AuthorityFixture.ACME.tenant(), Network.DEVNET);
    }

    private SignedIn signIn(OneTimeCode code) {
        return fixture.verify(code, own).get();
    }

    private SignedIn funded(SignedIn who) {
        fixture.chain.fund(who.account(), BaseUnits.of(10 * SOL));
        fixture.chain.fund(who.signer(), BaseUnits.of(SOL));
        return who;
    }

    private static BuildRequest payment(SignedIn by) {
        return new BuildRequest.Transfer(
                by.account(),
                TestKey.of("shop").address(),
                new Token.Sol(),
                BaseUnits.of(SOL),
                List.of(by.signer()),
                BuildOptions.DEFAULT);
    }

    private static BuildRequest close(SignedIn by, long index) {
        return new BuildRequest.Close(by.account(), index, by.signer(), BuildOptions.DEFAULT);
    }

    private static BuildRequest change(SignedIn by) {
        return new BuildRequest.ChangeSettings(
                by.account(),
                List.of(new SettingsEdit.SetRentCollector(by.signer())),
                new Authority.Vote(List.of(by.signer())),
                LeaversLimits.REFUSE,
                BuildOptions.DEFAULT);
    }

    /** Builds a transaction, lets the session approve it, and returns what it cost. */
    private FeeQuote lands(SignedIn by, BuildRequest request) {
        Step built = fixture.service().build(request).get().single();
        KmsPayload payload = fixture.service().payloads(by.account(), built.unsigned()).single();
        P256KeyPair session = new Client(own, by).session();
        PayloadApproval approval = new PayloadApproval.Signed(Option.some(payload.signer()), Client.sign(session, payload.payload()));
        Submission submission = fixture.service()
                .submit(by.account(), built.unsigned().transaction(), List.of(), List.of(approval), new Retry.Unnamed())
                .get();
        assertEquals(
                Submission.State.Confirmed.class,
                fixture.service().awaitFinal(submission.id()).get().state().getClass());
        return built.fee();
    }

    private Option<Address> collector(SignedIn of) {
        return fixture.service().account(of.account()).get().settings().rentCollector();
    }

    private AccountCreations creations() {
        EngineParts engine = new EngineParts(
                journal(),
                fixture.chain,
                Solana.SQUADS_V4,
                EngineSettings.DEFAULT);
        AccountDirectory directory = new AccountDirectory(engine.journal());
        return new AccountCreations(new CreationParts(
                engine,
                OperatorAccounts.of(fixture.operator, new CreationAllowance(BaseUnits.of(100 * SOL), 1_000), fixture.journal),
                new TransactionBuilder(engine, new ChainReader(engine, directory)),
                directory,
                new SubmissionRepository(engine.journal()),
                new TenantAccounts(engine.journal()),
                new SecureRandom()));
    }
}

package dev.mandate.engine.authority;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.kms.authority.BouncyCastleAuthorityKeys;
import dev.mandate.client.Secp256k1KeyPair;
import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.enginelimit.EngineLimitRefusal;
import dev.mandate.domain.enginelimit.EngineLimitRules;
import dev.mandate.domain.filter.PolicyReason;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.domain.spending.PolicyTerms;
import dev.mandate.engine.audit.LossFixture;
import dev.mandate.engine.authority.AuthorityFixture.Client;
import dev.mandate.engine.parts.EngineSettings;
import dev.mandate.engine.submission.Lifetimes;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.SubmitRequest;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.keys.KmsPayload;
import dev.mandate.ports.spi.keys.PayloadApproval;
import dev.mandate.ports.spi.policy.PolicyVerdict;
import dev.mandate.ports.spi.policy.TransactionPolicy;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.Proxy;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Uses of a limit that the engine keeps. Their signer, a managed one with an own key, approves them when they are submitted. */
class ApprovedUsesTest {

    private static final long SOL = 1_000_000_000;

    private final AuthorityFixture fixture = new AuthorityFixture();
    private final Address shop = TestKey.of("shop").address();
    private final Secp256k1KeyPair wallet = Secp256k1KeyPair.generate();
    private Client ann;
    private Address signer;
    private Address limit;

    @BeforeEach
    void annHasALimit() {
        ann = fixture.signIn();
        signer = fixture.service()
                .signerOf(new BouncyCastleAuthorityKeys().secp256k1OfHex(wallet.publicKeyHex()).get(), IntentFormat.SHA256)
                .get();
        fixture.chain.fund(account(), BaseUnits.of(10 * SOL));
        fixture.chain.fund(signer, BaseUnits.of(SOL));
        fixture.chain.fund(ann.identity().signer(), BaseUnits.of(SOL));
        fixture.chain.fund(shop, BaseUnits.of(SOL));
        TransactionPlan plan = fixture.service()
                .build(new BuildRequest.AddLimit(
                        account(),
                        new PolicyTerms(
                                TestKey.of("create key").address(),
                                0,
                                new Token.Sol(),
                                BaseUnits.of(3 * SOL),
                                PolicyPeriod.YEAR,
                                Array.of(signer),
                                Array.empty(),
                                Option.none()),
                        new Authority.Vote(Array.of(ann.identity().signer())),
                        BuildOptions.DEFAULT))
                .get();
        limit = plan.limit().get();
        assertLands(submit(plan.single().unsigned()));
    }

    private Address account() {
        return ann.identity().account();
    }

    private UnsignedTransaction use(long lamports) {
        return fixture.service()
                .buildUse(new BuildRequest.UseLimit(account(), limit, signer, shop, BaseUnits.of(lamports), BuildOptions.DEFAULT))
                .get()
                .single()
                .unsigned();
    }

    private PayloadApproval approval(UnsignedTransaction unsigned) {
        KmsPayload payload = fixture.service().payloads(account(), unsigned).single();
        return new PayloadApproval.Signed(
                Option.none(),
                payload.signer().equals(signer)
                        ? Bytes.of(Base64.getDecoder().decode(wallet.signKmsPayload(
                                Base64.getEncoder().encodeToString(payload.payload().toArray()), Secp256k1KeyPair.Format.SHA256)))
                        : Client.sign(ann.session(), payload.payload()));
    }

    private Either<SubmissionRefusal, Submission> submit(UnsignedTransaction unsigned) {
        return submit(fixture.service(), unsigned);
    }

    private Either<SubmissionRefusal, Submission> submit(TenantService service, UnsignedTransaction unsigned) {
        return service.submit(SubmitRequest.of(account(), unsigned.transaction()).approved(List.of(approval(unsigned))), new Retry.Unnamed());
    }

    /** Its node tells no fees. */
    private TenantService feeless() {
        Chain line = (Chain) Proxy.newProxyInstance(Chain.class.getClassLoader(), new Class<?>[] {Chain.class}, (self, call, arguments) ->
                switch (call.getName()) {
                    case "sources" -> Array.of(self);
                    case "agreeing" -> self;
                    case "fees" -> Either.left(new ChainFault.BadAnswer("no fee"));
                    default -> call.invoke(fixture.chain, arguments);
                });
        return fixture.engine(line, fixture.journal).service(Network.DEVNET, AuthorityFixture.ACME.tenant()).get();
    }

    private static void assertLands(Either<SubmissionRefusal, Submission> answer) {
        assertInstanceOf(
                Submission.State.Confirmed.class,
                answer.getOrElseThrow(refusal -> new AssertionError("not submitted: " + refusal)).state());
    }

    private void letNothingLandAnyMore() {
        long end = Lifetimes.ofBlockhash(fixture.chain).get().lastValidBlockHeight();
        while (fixture.chain.blockHeight().get() <= end) {
            fixture.chain.expireBlockhashes();
        }
    }

    private long paid() {
        return fixture.lamports(shop) - SOL;
    }

    /** It may have been sent before, and be on its way. */
    @Test
    void aUseIsNotRefusedForGoodWhileItsLostRecordsMayHideThatItLands() {
        UnsignedTransaction use = use(SOL);
        fixture.journal = fixture.journal.copy();
        LossFixture.accept(fixture.journal, fixture.now);
        UnixTime until = fixture.now.plusSeconds(EngineLimitRules.LAPSE_SECONDS);

        assertEquals(Either.left(new SubmissionRefusal.HistoryIncomplete()), submit(use));
        letNothingLandAnyMore();
        assertEquals(
                Either.left(new SubmissionRefusal.LimitNotUsed(limit, new EngineLimitRefusal.LostUsesOpen(until))), submit(use));
        assertEquals(0, paid());
    }

    @Test
    void aLostUseThatLandedIsRecordedAgain() {
        UnsignedTransaction use = use(SOL);
        InMemoryJournal backup = fixture.journal.copy();
        assertLands(submit(use));
        fixture.journal = backup;
        LossFixture.accept(fixture.journal, fixture.now);

        assertLands(submit(use));
        assertEquals(SOL, paid());
    }

    /** Nodes tell no fee of a message whose blockhash they no longer know. */
    @Test
    void aUseWhoseBlockhashIsOverIsRefusedForGood() {
        UnsignedTransaction use = use(SOL);
        letNothingLandAnyMore();

        assertInstanceOf(SubmissionRefusal.BlockhashExpired.class, submit(feeless(), use).getLeft());
        assertEquals(0, paid());
    }

    /** Nothing of it was lost: the policy key waits for the approval. */
    @Test
    void withoutApprovalTheSignerIsMissing() {
        UnsignedTransaction use = use(SOL);

        assertEquals(
                Either.left(new SubmissionRefusal.SignaturesMissing(Array.of(signer))),
                fixture.service().submit(SubmitRequest.of(account(), use.transaction()), new Retry.Unnamed()));
        assertReservesNothing();
        assertLands(submit(use));
    }

    /** Whatever else refuses it is asked before. */
    @Test
    void aRefusedUseReservesNothing() {
        UnsignedTransaction use = use(3 * SOL);

        TransactionPolicy veto = input -> PolicyVerdict.of(input.all().map(instruction -> new PolicyReason("shop", "nothing goes to the shop")));
        assertTrue(submit(vetoing(veto), use).isLeft());
        assertReservesNothing();
        fixture.chain.put(account(), new AccountData(BaseUnits.of(SOL), Address.ZERO, Bytes.EMPTY, false));
        assertInstanceOf(SubmissionRefusal.WouldFail.class, submit(use).getLeft());
        assertReservesNothing();
        letNothingLandAnyMore();
        assertInstanceOf(SubmissionRefusal.BlockhashExpired.class, submit(use).getLeft());
        assertReservesNothing();

        fixture.chain.fund(account(), BaseUnits.of(10 * SOL));
        assertLands(submit(use(3 * SOL)));
        assertEquals(3 * SOL, paid());
    }

    private TenantService vetoing(TransactionPolicy veto) {
        return fixture.builder(Network.DEVNET, fixture.chain, fixture.journal, fixture.ports())
                .settings(EngineSettings.DEFAULT.withPolicy(veto))
                .build()
                .service(Network.DEVNET, AuthorityFixture.ACME.tenant())
                .get();
    }

    private void assertReservesNothing() {
        assertEquals(Array.empty(), fixture.service().engineLimit(account(), limit).get().reservations());
    }
}

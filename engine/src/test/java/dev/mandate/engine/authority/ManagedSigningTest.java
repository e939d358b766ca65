package dev.mandate.engine.authority;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.client.P256KeyPair;
import dev.mandate.client.Secp256k1KeyPair;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.IdentityCommand.Purpose;
import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.filter.Allowlist;
import dev.mandate.domain.filter.FilterId;
import dev.mandate.domain.filter.PolicyReason;
import dev.mandate.domain.intent.Intent;
import dev.mandate.domain.intent.IntentNonce;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.engine.authority.AuthorityFixture.Client;
import dev.mandate.ports.api.authority.EmailAuthorities.SignedIn;
import dev.mandate.ports.api.authority.EmailAuthorities.SignedRequest;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.spi.keys.ApprovalProblem;
import dev.mandate.ports.spi.keys.AuthorityKeys;
import dev.mandate.ports.spi.keys.KmsPayload;
import dev.mandate.ports.spi.keys.PayloadApproval;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import dev.mandate.ports.api.tenant.FilterTerms;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.ports.api.authority.EmailAuthorities.ChallengeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.CodeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.Who;
import dev.mandate.domain.authority.SessionEnd;
import dev.mandate.adapters.kms.authority.BouncyCastleAuthorityKeys;
import dev.mandate.domain.chain.Sha256;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.bouncycastle.asn1.sec.SECNamedCurves;
import org.bouncycastle.crypto.signers.StandardDSAEncoding;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ManagedSigningTest {

    private static final long SOL = 1_000_000_000;

    private final AuthorityFixture fixture = new AuthorityFixture();
    private final Address shop = TestKey.of("shop").address();
    private Client ann;
    private P256KeyPair session;

    @BeforeEach
    void annHasAnAccountWithMoney() {
        ann = fixture.signIn();
        session = ann.session();
        fixture.chain.fund(ann.identity().account(), BaseUnits.of(10 * SOL));
        fixture.chain.fund(ann.identity().signer(), BaseUnits.of(SOL));
    }

    private UnsignedTransaction payment(long lamports) {
        return payment(lamports, BuildOptions.DEFAULT);
    }

    private UnsignedTransaction payment(long lamports, BuildOptions options) {
        SignedIn who = ann.identity();
        return fixture.service()
                .build(new BuildRequest.Transfer(
                        who.account(), shop, new Token.Sol(), BaseUnits.of(lamports), List.of(who.signer()), options))
                .get()
                .single()
                .unsigned();
    }

    private KmsPayload payload(UnsignedTransaction unsigned) {
        return fixture.service().payloads(ann.identity().account(), unsigned).single();
    }

    private Either<SubmissionRefusal, Submission> submit(UnsignedTransaction unsigned, PayloadApproval... approvals) {
        return fixture.service()
                .submit(ann.identity().account(), unsigned.transaction(), List.of(), List.of(approvals), new Retry.Unnamed());
    }

    private static PayloadApproval signed(P256KeyPair by, KmsPayload payload) {
        return new PayloadApproval.Signed(Option.some(payload.signer()), Client.sign(by, payload.payload()));
    }

    private static PayloadApproval naming(Bytes named, P256KeyPair by, KmsPayload payload) {
        return new PayloadApproval.Signed(Option.some(payload.signer()), Option.some(named), Client.sign(by, payload.payload()));
    }

    private static Either<SubmissionRefusal, Submission> refused(ApprovalProblem why) {
        return Either.left(new SubmissionRefusal.ApprovalRefused(0, why));
    }

    @Test
    void aPaymentThatTheSessionApprovesLandsOnce() {
        UnsignedTransaction payment = payment(SOL);
        PayloadApproval approval = signed(session, payload(payment));

        Submission first = submit(payment, approval).get();
        Submission again = submit(payment, approval).get();

        assertInstanceOf(Submission.State.Confirmed.class, fixture.service().awaitFinal(first.id()).get().state());
        assertEquals(first.id(), again.id());
        assertEquals(SOL, fixture.lamports(shop));
        assertEquals(1, fixture.stored("vault-approval").length());
    }

    /** A journal from before the sign-in does not know the session, whose approval it calls invalid. */
    @Test
    void answersWithTheLandedTransactionIfTheJournalLostTheSession() {
        InMemoryJournal backup = fixture.journal.copy();
        session = fixture.signIn().session();
        UnsignedTransaction payment = payment(SOL);
        PayloadApproval approval = signed(session, payload(payment));
        Submission landed = submit(payment, approval).get();
        for (int days = 0; days < 3; days++) {
            fixture.chain.expireBlockhashes();
            fixture.chain.advance(86_400);
            fixture.now = fixture.now.plusSeconds(86_400);

            // The other one does not know the account either.
            for (InMemoryJournal older : Array.of(backup.copy(), new InMemoryJournal())) {
                Submission again = fixture.engine(fixture.chain, older)
                        .service(Network.DEVNET, AuthorityFixture.ACME.tenant())
                        .get()
                        .submit(ann.identity().account(), payment.transaction(), List.of(), List.of(approval), new Retry.Unnamed())
                        .get();

                assertEquals(Array.of(landed.signature(), landed.state()), Array.of(again.signature(), again.state()));
            }
        }
        assertEquals(SOL, fixture.lamports(shop));
    }

    /** ECDSA allows two signatures by one nonce: s and n - s. */
    @Test
    void theOtherSignatureOfThePayloadIsTheSameSubmission() throws IOException {
        UnsignedTransaction payment = payment(SOL);
        PayloadApproval.Signed approval = (PayloadApproval.Signed) signed(session, payload(payment));
        BigInteger order = SECNamedCurves.getByName("secp256r1").getN();
        BigInteger[] numbers = StandardDSAEncoding.INSTANCE.decode(order, approval.signature().toArray());
        Bytes other = Bytes.of(StandardDSAEncoding.INSTANCE.encode(order, numbers[0], order.subtract(numbers[1])));

        Submission first = submit(payment, approval).get();

        assertEquals(first.id(), submit(payment, new PayloadApproval.Signed(approval.signer(), other)).get().id());
        assertEquals(SOL, fixture.lamports(shop));
        assertEquals(1, fixture.stored("vault-approval").length());
    }

    @Test
    void thePayloadNamesAccountSignerMessageAndNetwork() {
        UnsignedTransaction payment = payment(SOL);
        String text = new String(payload(payment).payload().toArray(), StandardCharsets.US_ASCII);

        for (String part : Array.of(
                ann.identity().account().toString(),
                ann.identity().signer().toString(),
                "\"network\":\"devnet\"",
                Bytes.of(Sha256.of(payment.message()).toArray()).toHex())) {
            assertTrue(text.contains(part), text);
        }
        assertEquals(Either.right(payload(payment).payload()), new BouncyCastleAuthorityKeys()
                .canonicalJson(payload(payment).payload()));
    }

    @Test
    void withoutAnApprovalNothingIsSigned() {
        assertEquals(
                Either.left(new SubmissionRefusal.SignaturesMissing(Array.of(ann.identity().signer()))), submit(payment(SOL)));
    }

    /** The silent vault would answer otherwise. */
    @Test
    void aPaymentRefusedByAnAllowlistIsNotSigned() {
        UnsignedTransaction payment = payment(SOL);
        PayloadApproval approval = signed(session, payload(payment));
        Address account = ann.identity().account();
        Array<Allowlist> nobody = Array.of(new Allowlist(new FilterId("nobody"), Allowlist.Kind.DESTINATION, Array.empty()));
        Intent intent = new Intent(
                Network.DEVNET, account, FilterTerms.of(nobody, 0), new IntentNonce("00".repeat(16)), fixture.now.plusSeconds(600));
        SignedIntent.By by = new SignedIntent.By(ann.identity().signer(), Client.sign(session, intent.bytes()));
        assertEquals(Either.right(1L), fixture.service()
                .filters()
                .change(
                        account,
                        nobody,
                        0,
                        new SignedIntent(intent.content(), intent.nonce(), intent.expiresAt(), Array.of(by)),
                        new Retry.Unnamed()));

        fixture.vault.silent(true);
        assertEquals(
                Array.of("nobody"),
                submit(payment, approval).getLeft() instanceof SubmissionRefusal.NotAsked(BuildRefusal.PolicyVeto(var reasons))
                        ? reasons.map(PolicyReason::rule)
                        : Array.empty());
    }

    @Test
    void anApprovalOfAnotherMessageOrByAnotherKeyIsRefused() {
        UnsignedTransaction payment = payment(SOL);
        UnsignedTransaction larger = payment(2 * SOL);

        assertEquals(refused(ApprovalProblem.NOT_BY_AUTHORITY), submit(larger, signed(session, payload(payment))));
        assertEquals(
                refused(ApprovalProblem.NOT_BY_AUTHORITY), submit(payment, signed(P256KeyPair.generate(), payload(payment))));
        assertEquals(refused(ApprovalProblem.NOT_BY_AUTHORITY), submit(payment, signed(ann.own(), payload(payment))));
        assertEquals(0, fixture.lamports(shop));
    }

    @Test
    void anApprovalWithoutAddressIsTriedWithGoodPayloadsOnly() {
        Secp256k1KeyPair wallet = Secp256k1KeyPair.generate();
        Address payer = fixture.service()
                .signerOf(new BouncyCastleAuthorityKeys().secp256k1OfHex(wallet.publicKeyHex()).get(), IntentFormat.SHA256)
                .get();
        fixture.chain.fund(payer, BaseUnits.of(SOL));
        UnsignedTransaction payment = payment(SOL, BuildOptions.DEFAULT.paidBy(payer));
        List<PayloadApproval> approvals = fixture.service().payloads(ann.identity().account(), payment)
                .map(payload -> payload.signer().equals(payer)
                        ? Bytes.of(Base64.getDecoder().decode(wallet.signKmsPayload(
                                Base64.getEncoder().encodeToString(payload.payload().toArray()), Secp256k1KeyPair.Format.SHA256)))
                        : Client.sign(session, payload.payload()))
                .<PayloadApproval>map(signature -> new PayloadApproval.Signed(Option.none(), signature))
                .asJava();
        CountedCalls calls = new CountedCalls(fixture);

        assertTrue(calls.engine().service(Network.DEVNET, AuthorityFixture.ACME.tenant()).get()
                .submit(ann.identity().account(), payment.transaction(), List.of(), approvals, new Retry.Unnamed())
                .isRight());
        assertTrue(calls.of("AuthorityKeys.check") <= approvals.size() * 2 * 2, calls::toString);
        assertEquals(1, calls.of("Journal.versioned of identity"), calls::toString);
    }

    @Test
    void aSignerIsApprovedForOnce() {
        UnsignedTransaction payment = payment(SOL);
        PayloadApproval approval = signed(session, payload(payment));

        assertEquals(
                Either.left(new SubmissionRefusal.ApprovalRefused(1, ApprovalProblem.SIGNER_HAS_APPROVAL)),
                submit(payment, approval, new PayloadApproval.Signed(Option.none(), Client.sign(session, payload(payment).payload()))));
        assertEquals(0, fixture.lamports(shop));
    }

    @Test
    void anApprovalEndsWithItsPayloadAndWithItsSession() {
        UnsignedTransaction payment = payment(SOL);
        KmsPayload payload = payload(payment);

        fixture.now = AuthorityFixture.START.plusSeconds(2 * ManagedSigning.STEP_SECONDS);
        assertEquals(refused(ApprovalProblem.NOT_BY_AUTHORITY), submit(payment, signed(session, payload)));
        assertEquals(refused(ApprovalProblem.PAYLOAD_EXPIRED), submit(payment, naming(payload.payload(), session, payload)));
        assertEquals(
                refused(ApprovalProblem.NOT_BY_AUTHORITY),
                submit(payment, naming(payload.payload(), P256KeyPair.generate(), payload)),
                "only who signed it is told that it has expired");
        fixture.now = AuthorityFixture.START.plusSeconds(3_600);
        assertEquals(refused(ApprovalProblem.SESSION_ENDED), submit(payment, signed(session, payload(payment))));
    }

    /** Neither a far expiry nor other bytes that are named make another payload good. */
    @Test
    void whatAnApprovalNamesDecidesNothingButTheExpiry() {
        UnsignedTransaction payment = payment(SOL);
        KmsPayload payload = payload(payment);
        UnsignedTransaction other = payment(2 * SOL);

        assertEquals(refused(ApprovalProblem.NOT_BY_AUTHORITY), submit(other, naming(payload.payload(), session, payload)));
        for (String named : Array.of("", "no payload", "\"expires_at\":0,", "\"expires_at\":999999999999,", "\"expires_at\":9999999999999999999999,")) {
            UnsignedTransaction fresh = payment(SOL + named.length());
            assertTrue(
                    submit(fresh, naming(Bytes.of(named.getBytes(StandardCharsets.US_ASCII)), session, payload(fresh))).isRight(), named);
        }
    }

    @Test
    void aRefusedApprovalIsComparedWithEightPayloadsAndKeysAtMost() {
        for (int sessions = 2; sessions <= 5; sessions++) {
            session = fixture.signIn().session();
        }
        UnsignedTransaction payment = payment(SOL);
        KmsPayload payload = payload(payment);
        for (PayloadApproval.Signed approval : Array.of(
                new PayloadApproval.Signed(Option.none(), Client.sign(P256KeyPair.generate(), payload.payload())),
                (PayloadApproval.Signed) signed(P256KeyPair.generate(), payload),
                (PayloadApproval.Signed) naming(payload.payload(), P256KeyPair.generate(), payload))) {
            CountedCalls calls = new CountedCalls(fixture);

            assertEquals(
                    refused(ApprovalProblem.NOT_BY_AUTHORITY),
                    calls.engine().service(Network.DEVNET, AuthorityFixture.ACME.tenant()).get()
                            .submit(ann.identity().account(), payment.transaction(), List.of(), List.of(approval), new Retry.Unnamed()));
            assertEquals(approval.payload().isDefined() ? 5 : ManagedSigning.CHECKS, calls.of("AuthorityKeys.check"), calls::toString);
        }
        assertTrue(submit(payment, signed(session, payload)).isRight());
    }

    @Test
    void aSessionThatEndedItselfApprovesNothing() {
        UnsignedTransaction payment = payment(SOL);
        byte[] body = new byte[] {1};
        AuthorityKeys.Stamp stamp = new BouncyCastleAuthorityKeys().stamp(session.stamp(body)).get();
        Bytes end = Bytes.of("{\"kind\":\"end_session\"}".getBytes(StandardCharsets.US_ASCII));

        assertTrue(fixture.email()
                .endSession(new SignedRequest(
                        ann.identity().user(), AuthorityFixture.START.plusSeconds(60), end, Client.sign(session, end)))
                .isRight());

        assertEquals(refused(ApprovalProblem.SESSION_ENDED), submit(payment, signed(session, payload(payment))));
        assertEquals(
                refused(ApprovalProblem.SESSION_ENDED), submit(payment, new PayloadApproval.Stamped(Option.none(), stamp, Bytes.of(body))));
        assertEquals(0, fixture.lamports(shop));
    }

    @Test
    void aPayloadIsGoodForAtLeastOneStep() {
        UnsignedTransaction payment = payment(SOL);
        PayloadApproval approval = signed(session, payload(payment));

        fixture.now = AuthorityFixture.START.plusSeconds(ManagedSigning.STEP_SECONDS);
        assertTrue(submit(payment, approval).isRight());
    }

    @Test
    void aStampOverTheWholeRequestApproves() {
        UnsignedTransaction payment = payment(SOL);
        byte[] body = ("{\"transaction\":\"" + Base64.getEncoder().encodeToString(payment.transaction().toArray()) + "\"}")
                .getBytes(StandardCharsets.US_ASCII);
        AuthorityKeys.Stamp stamp =
                new BouncyCastleAuthorityKeys().stamp(session.stamp(body)).get();

        body[5]++;
        assertEquals(
                refused(ApprovalProblem.NOT_BY_AUTHORITY),
                submit(payment, new PayloadApproval.Stamped(Option.none(), stamp, Bytes.of(body))));
        body[5]--;
        assertTrue(submit(payment, new PayloadApproval.Stamped(Option.none(), stamp, Bytes.of(body))).isRight());
    }

    @Test
    void anotherIdentitysSessionApprovesNothing() {
        UnsignedTransaction payment = payment(SOL);
        P256KeyPair own = P256KeyPair.generate();
        EmailAddress eve = new EmailAddress("eve@example.com");
        var unused = fixture.email().start(new ChallengeRequest(
                eve, Purpose.REGISTER, Option.none(), new SessionEnd.Default()), new Retry.Unnamed());
        var unusedCount = fixture.deliver(IdentityRepository.MAIL_TOPIC);
        SignedIn other = fixture.email()
                .verify(new CodeRequest(
                        new Who.ByEmail(eve),
                        fixture.mailbox.getLast().code(),
                        AuthorityFixture.spki(own),
                        new SessionEnd.Default()), new Retry.Unnamed())
                .get();

        assertEquals(
                refused(ApprovalProblem.NOT_BY_AUTHORITY),
                submit(payment, signed(new Client(own, other).session(), payload(payment))));
    }

    @Test
    void aSilentVaultRefusesAndTheSameRequestSucceedsLater() {
        UnsignedTransaction payment = payment(SOL);
        PayloadApproval approval = signed(session, payload(payment));
        fixture.vault.silent(true);
        assertInstanceOf(SubmissionRefusal.VaultSilent.class, submit(payment, approval).getLeft());

        fixture.vault.silent(false);
        assertTrue(submit(payment, approval).isRight());
    }
}

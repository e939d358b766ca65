package dev.mandate.engine.authority;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.adapters.kms.authority.BouncyCastleAuthorityKeys;
import dev.mandate.client.Secp256k1KeyPair;
import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.engine.authority.AuthorityFixture.Client;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.spi.keys.KmsPayload;
import dev.mandate.ports.spi.keys.PayloadApproval;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * The vault signs no bytes that are not a transaction of the account, though their authorities have approved them. The vault is silent here: if it
 * were asked, the answer would be {@link SubmissionRefusal.VaultSilent}.
 */
class BlindSigningProperties {

    /** Solana's off-chain messages begin with these (Agave, docs/src/proposals/off-chain-message-signing.md). */
    private static final Bytes OFF_CHAIN = Bytes.of("\u00ffsolana offchain".getBytes(StandardCharsets.ISO_8859_1));

    private final AuthorityFixture fixture = new AuthorityFixture();
    private final TenantService service = fixture.service();
    private final Client ann = fixture.signIn();
    private final Address account = ann.identity().account();
    private final Secp256k1KeyPair wallet = Secp256k1KeyPair.generate();
    private final Address bound = service.signerOf(
                    new BouncyCastleAuthorityKeys().secp256k1OfHex(wallet.publicKeyHex()).get(), IntentFormat.SHA256)
            .get();
    private final UnsignedTransaction payment = payment();

    BlindSigningProperties() {
        fixture.vault.silent(true);
    }

    private UnsignedTransaction payment() {
        fixture.chain.fund(account, BaseUnits.of(1_000_000_000));
        fixture.chain.fund(ann.identity().signer(), BaseUnits.of(1_000_000_000));
        return service
                .build(new BuildRequest.Transfer(
                        account,
                        TestKey.of("shop").address(),
                        new Token.Sol(),
                        BaseUnits.of(100_000_000),
                        List.of(ann.identity().signer()),
                        BuildOptions.DEFAULT))
                .get()
                .single()
                .unsigned();
    }

    @Property(tries = 20)
    void bytesThatAreNoTransactionAreNotSigned(@ForAll @Size(min = 1, max = 200) byte[] any, @ForAll @IntRange(max = 50) int cut) {
        Bytes message = payment.message();
        Array.of(
                        Bytes.of(any),
                        joined(OFF_CHAIN, Bytes.of(any)),
                        joined(OFF_CHAIN, message),
                        joined(message, Bytes.of(any)),
                        message.slice(0, message.length() - 1 - cut))
                .forEach(bytes -> {
                    assertNotSigned(bytes, bytes);
                    assertNotSigned(bytes, joined(Bytes.of(new byte[] {1}), Bytes.of(new byte[64]), bytes));
                });
    }

    @Example
    void aTransactionBesideTheAccountIsNotSigned() {
        for (Address signer : Array.of(ann.identity().signer(), bound)) {
            UnsignedTransaction own = new SolanaFormat()
                    .compile(new Message(
                            MessageVersion.LEGACY,
                            signer,
                            fixture.chain.latestBlockhash().get().blockhash(),
                            Array.of(SystemProgram.transfer(signer, TestKey.of("shop").address(), BaseUnits.of(1))),
                            Array.empty()))
                    .get();
            assertNotSigned(own.message(), own.transaction());
        }
    }

    @Example
    void aTransactionOfTheAccountReachesTheVault() {
        assertInstanceOf(SubmissionRefusal.VaultSilent.class, refusal(payment.transaction(), session(payment)));
        assertInstanceOf(SubmissionRefusal.VaultSilent.class, refusal(payment.transaction(), stamp(payment.transaction())));
    }

    private void assertNotSigned(Bytes message, Bytes transaction) {
        UnsignedTransaction approved = new UnsignedTransaction(transaction, message, 1_232, Array.of(ann.identity().signer(), bound));
        for (PayloadApproval approval : Array.of(session(approved), wallet(approved), stamp(transaction))) {
            assertFalse(refusal(transaction, approval) instanceof SubmissionRefusal.VaultSilent, transaction::toHex);
        }
    }

    private SubmissionRefusal refusal(Bytes transaction, PayloadApproval approval) {
        return service.submit(account, transaction, List.of(), List.of(approval), new Retry.Unnamed()).getLeft();
    }

    private PayloadApproval session(UnsignedTransaction approved) {
        KmsPayload payload = payload(approved, KmsPayload.Scheme.SESSION);
        return new PayloadApproval.Signed(Option.none(), Client.sign(ann.session(), payload.payload()));
    }

    private PayloadApproval wallet(UnsignedTransaction approved) {
        String payload = Base64.getEncoder().encodeToString(payload(approved, KmsPayload.Scheme.SECP256K1).payload().toArray());
        return new PayloadApproval.Signed(
                Option.none(), Bytes.of(Base64.getDecoder().decode(wallet.signKmsPayload(payload, Secp256k1KeyPair.Format.SHA256))));
    }

    private PayloadApproval stamp(Bytes body) {
        return new PayloadApproval.Stamped(
                Option.none(), new BouncyCastleAuthorityKeys().stamp(ann.session().stamp(body.toArray())).get(), body);
    }

    private KmsPayload payload(UnsignedTransaction approved, KmsPayload.Scheme scheme) {
        return service.payloads(account, approved).find(payload -> payload.scheme() == scheme).get();
    }

    private static Bytes joined(Bytes... parts) {
        return Bytes.ofHex(Array.of(parts).map(Bytes::toHex).mkString());
    }
}

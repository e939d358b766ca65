package dev.mandate.benchmarks;

import dev.mandate.engine.authority.EmailPorts;
import dev.mandate.engine.parts.EngineSettings;
import dev.mandate.adapters.kms.authority.BouncyCastleAuthorityKeys;
import dev.mandate.adapters.kms.authority.HpkeCredentialSealer;
import dev.mandate.adapters.kms.aws.AwsKmsVault;
import dev.mandate.adapters.kms.aws.KmsLocation;
import dev.mandate.adapters.kms.file.FileVault;
import dev.mandate.adapters.kms.pkcs11.Pkcs11Vault;
import dev.mandate.adapters.kms.pkcs11.TokenUri;
import dev.mandate.client.P256KeyPair;
import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.IdentityCommand.Purpose;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.authority.SealedKey;
import dev.mandate.domain.authority.SessionEnd;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.engine.authority.AuthorityPorts;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.parts.WaitPolicy;
import dev.mandate.engine.Engines;
import dev.mandate.ports.api.authority.EmailAuthorities;
import dev.mandate.ports.api.authority.EmailAuthorities.ChallengeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.CodeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.Recipient;
import dev.mandate.ports.api.authority.EmailAuthorities.SignedIn;
import dev.mandate.ports.api.authority.EmailAuthorities.Who;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.spi.keys.AuthorizedMessage;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.ports.spi.keys.PayloadApproval;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestOperatorKey;
import dev.mandate.simulator.keys.TestTokenHash;
import dev.mandate.solana.Solana;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What a managed signature takes with each vault, and what opening the sealed files takes. */
@State(org.openjdk.jmh.annotations.Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class VaultBenchmark {

    private static final UnixTime NOW = new UnixTime(1_764_547_200);
    private static final BaseUnits FUNDS = BaseUnits.of(100_000_000_000L);
    private static final EmailAddress ANN = new EmailAddress("ann@example.com");
    private static final byte[] PASSPHRASE = "a passphrase".getBytes(StandardCharsets.US_ASCII);

    /** {@code file}, or a value of the server's {@code --kms}. */
    @Param("file")
    public String kms = "file";

    private final SimulatedChain chain = new SimulatedChain(NOW);
    private final TestKey payer = TestKey.of("payer");
    private Path folder = Path.of("");
    private Option<Signing> signing = Option.none();

    /** A payment that the session has approved and whose payer has not signed. */
    private record Signing(KeyVault vault, AuthorizedMessage message, TenantService service, Address account, Bytes transaction, PayloadApproval approval) {}

    @Setup
    public void prepare() throws IOException, GeneralSecurityException {
        folder = Files.createTempDirectory("vault-benchmark");
        KeyVault vault = open();
        TestOperatorKey operator = new TestOperatorKey("operator");
        Engines engine = Engines.builder()
                .network(Network.DEVNET, chain, operator)
                .journal(new InMemoryJournal())
                .clock(() -> NOW)
                .formats(Solana.SQUADS_V4)
                .allowance(new CreationAllowance(FUNDS, 1))
                .authorities(new AuthorityPorts(
                        vault,
                        new BouncyCastleAuthorityKeys(),
                        new TestTokenHash(),
                        Option.some(new EmailPorts(
                                new HpkeCredentialSealer(), challenge -> new OneTimeCode("123456"), mail -> Option.none()))))
                .settings(EngineSettings.DEFAULT.withWaits(WaitPolicy.NONE))
                .build();
        Caller caller = new Caller(new Tenant("acme"), new ApiKeyId("key_0000000000000001"), HashSet.of(Scope.values()));
        chain.fund(operator.feePayer(), FUNDS);
        chain.fund(payer.address(), FUNDS);
        P256KeyPair own = P256KeyPair.generate();
        SignedIn ann = signedIn(engine.email(Network.DEVNET, caller).get(), own);
        chain.fund(ann.account(), FUNDS);
        TenantService service = engine.service(Network.DEVNET, caller.tenant()).get();
        UnsignedTransaction payment = service
                .build(new BuildRequest.Transfer(
                        ann.account(), payer.address(), new Token.Sol(), BaseUnits.of(1), List.of(ann.signer()),
                        BuildOptions.DEFAULT.paidBy(payer.address())))
                .get()
                .single()
                .unsigned();
        SealedKey.AuthorizationKey sealed = (SealedKey.AuthorizationKey) ann.proof().sealed();
        String payload = base64(service.payloads(ann.account(), payment).single().payload());
        String signature = own.openAuthorizationKey(base64(sealed.encapsulatedKey()), base64(sealed.ciphertext())).signKmsPayload(payload);
        signing = Option.some(new Signing(
                vault,
                new AuthorizedMessage(caller.tenant(), ann.wallet(), ann.signer(), payment.message()),
                service,
                ann.account(),
                payment.transaction(),
                new PayloadApproval.Signed(Option.none(), Bytes.of(Base64.getDecoder().decode(signature)))));
        SubmissionRefusal expected = new SubmissionRefusal.SignaturesMissing(Array.of(payer.address()));
        if (!managedSignature().equals(expected)) {
            throw new IllegalStateException("not signed: " + managedSignature());
        }
    }

    private static SignedIn signedIn(EmailAuthorities email, P256KeyPair own) {
        var unused = email.start(new ChallengeRequest(ANN, Purpose.REGISTER, Option.none(), new SessionEnd.Default()), new Retry.Unnamed());
        Recipient recipient = new Recipient.Spki(Bytes.of(Base64.getDecoder().decode(own.publicKeySpki())));
        return email.verify(
                        new CodeRequest(new Who.ByEmail(ANN), new OneTimeCode("123456"), recipient, new SessionEnd.Default()),
                        new Retry.Unnamed())
                .get();
    }

    private KeyVault open() {
        if (kms.startsWith(TokenUri.SCHEME)) {
            return Pkcs11Vault.open(TokenUri.parse(kms).get(), folder).get();
        }
        return kms.startsWith(KmsLocation.SCHEME) ? AwsKmsVault.open(KmsLocation.parse(kms).get()) : openFile();
    }

    private static String base64(Bytes bytes) {
        return Base64.getEncoder().encodeToString(bytes.toArray());
    }

    /** Payload verified, message decoded and authorised, signed; then refused, since the payer's signature is missing. Nothing is recorded. */
    @Benchmark
    public SubmissionRefusal managedSignature() {
        Signing asked = signing.get();
        return asked.service()
                .submit(asked.account(), asked.transaction(), List.of(), List.of(asked.approval()), new Retry.Unnamed())
                .getLeft();
    }

    @Benchmark
    public Either<VaultFault, Signature> vaultAlone() {
        return signing.get().vault().sign(signing.get().message());
    }

    /** Argon2id makes the key of the passphrase. */
    @Benchmark
    @BenchmarkMode(Mode.SingleShotTime)
    @OutputTimeUnit(TimeUnit.MILLISECONDS)
    public KeyVault openFile() {
        return FileVault.openOrCreate(folder, PASSPHRASE.clone()).get();
    }

    @TearDown
    public void close() {
        signing.get().vault().close();
    }
}

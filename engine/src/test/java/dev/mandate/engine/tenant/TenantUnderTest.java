package dev.mandate.engine.tenant;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.kms.authority.BouncyCastleAuthorityKeys;
import dev.mandate.adapters.kms.passkey.WebAuthnVerifier;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.intent.Intent;
import dev.mandate.domain.intent.IntentNonce;
import dev.mandate.domain.intent.IntentTerms;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.engine.Engines;
import dev.mandate.engine.authority.AuthorityPorts;
import dev.mandate.engine.parts.EngineSettings;
import dev.mandate.engine.parts.WaitPolicy;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.spi.passkey.PasskeyVerifier;
import dev.mandate.ports.api.passkey.Passkeys;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestKeyVault;
import dev.mandate.simulator.keys.TestOperatorKey;
import dev.mandate.simulator.keys.TestTokenHash;
import dev.mandate.solana.Solana;
import dev.mandate.solana.external.PasskeyAccounts;
import dev.mandate.testkit.laws.review.CustodyUnderTest;
import dev.mandate.testsupport.passkey.SoftwareAuthenticator;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Option;

/** A tenant of an engine with another tenant beside it. */
final class TenantUnderTest implements CustodyUnderTest {

    private static final String DOMAIN = "example.com";
    private static final String ORIGIN = "https://example.com";
    private static final PasskeyVerifier VERIFIER =
            new WebAuthnVerifier(DOMAIN, HashSet.of(ORIGIN), new BouncyCastleAuthorityKeys());
    private static final SoftwareAuthenticator AUTHENTICATOR = SoftwareAuthenticator.create(DOMAIN, ORIGIN);

    private final Chain chain;
    private final ChainControl control;
    private final TestOperatorKey operator = new TestOperatorKey("alike");
    private final Engines engine;
    private final TenantService service;
    private final Address passkey;

    <C extends Chain & ChainControl> TenantUnderTest(C chain) {
        this.chain = chain;
        this.control = chain;
        this.engine = Engines.builder()
                .network(Network.DEVNET, chain, operator)
                .journal(new InMemoryJournal())
                .clock(() -> ServiceFixture.START)
                .formats(Solana.SQUADS_V4)
                .allowance(ServiceFixture.GENEROUS)
                .settings(EngineSettings.DEFAULT.withWaits(WaitPolicy.NONE))
                .authorities(new AuthorityPorts(new TestKeyVault(), new BouncyCastleAuthorityKeys(), new TestTokenHash(), Option.none()))
                .passkeys(VERIFIER, new PasskeyAccounts())
                .build();
        this.service = service(ServiceFixture.ACME);
        Passkeys passkeys = engine.passkeys().get();
        Bytes challenge = Bytes.of(passkeys.challenge(ServiceFixture.ACME.tenant()).value().toArray());
        this.passkey = passkeys.register(ServiceFixture.ACME.tenant(), AUTHENTICATOR.register(challenge)).get().account();
    }

    private TenantService service(Caller caller) {
        return engine.service(Network.DEVNET, caller.tenant()).get();
    }

    @Override
    public Chain chain() {
        return chain;
    }

    @Override
    public ChainControl control() {
        return control;
    }

    @Override
    public Custody custody() {
        return service;
    }

    @Override
    public Address operator() {
        return operator.feePayer();
    }

    @Override
    public Address passkey() {
        return passkey;
    }

    @Override
    public void registerForAnother(SettingsAddress settings) {
        assertTrue(service(ServiceFixture.RIVAL).register(settings).isRight());
    }

    @Override
    public void allow(Address account, Address nonce, Array<TestKey> signers) {
        Intent intent = new Intent(
                Network.DEVNET,
                account,
                IntentTerms.of("nonce_account_allow").with("nonce_account", nonce.toString()),
                new IntentNonce("00112233445566778899aabbccddeeff"),
                ServiceFixture.START.plusSeconds(600));
        assertTrue(service.nonces()
                .allow(
                        account,
                        nonce,
                        new SignedIntent(
                                intent.content(),
                                intent.nonce(),
                                intent.expiresAt(),
                                signers.map(key -> new SignedIntent.By(key.address(), key.sign(intent.bytes()).bytes()))),
                        new Retry.Unnamed())
                .isRight());
    }
}

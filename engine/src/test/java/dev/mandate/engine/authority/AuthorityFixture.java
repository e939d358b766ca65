package dev.mandate.engine.authority;

import dev.mandate.engine.parts.EngineSettings;
import dev.mandate.adapters.kms.authority.BouncyCastleAuthorityKeys;
import dev.mandate.adapters.kms.authority.HpkeCredentialSealer;
import dev.mandate.client.P256KeyPair;
import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.IdentityCommand.Purpose;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.authority.SealedKey;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.parts.WaitPolicy;
import dev.mandate.engine.Engines;
import dev.mandate.ports.api.authority.AuthorityRefusal;
import dev.mandate.ports.api.authority.EmailAuthorities;
import dev.mandate.ports.api.authority.EmailAuthorities.ChallengeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.CodeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.Recipient;
import dev.mandate.domain.authority.SessionEnd;
import dev.mandate.ports.api.authority.EmailAuthorities.SignedIn;
import dev.mandate.ports.api.authority.EmailAuthorities.Who;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.mail.CodeMail;
import dev.mandate.ports.spi.mail.MailFault;
import dev.mandate.ports.spi.mail.MailTransport;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.DeliveryFailure;
import dev.mandate.ports.spi.outbox.MessageHandler;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKeyVault;
import dev.mandate.simulator.keys.TestOperatorKey;
import dev.mandate.simulator.keys.TestTokenHash;
import dev.mandate.solana.Solana;
import dev.mandate.ports.api.custody.Retry;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** An engine with a vault and a mailbox on one network, and clients who sign in. */
final class AuthorityFixture implements MailTransport {

    static final UnixTime START = new UnixTime(1_764_547_200);
    static final Caller ACME = caller("acme");
    static final Caller RIVAL = caller("rival");
    static final EmailAddress ANN = new EmailAddress("ann@example.com");
    private static final long SOL = 1_000_000_000;
    private static final WaitPolicy.Wait AT_ONCE = new WaitPolicy.Wait(2, Duration.ZERO);

    final SimulatedChain chain = new SimulatedChain(START);
    InMemoryJournal journal = new InMemoryJournal();
    final TestKeyVault vault = new TestKeyVault();
    final TestOperatorKey operator = new TestOperatorKey("authorities");
    final List<CodeMail> mailbox = new ArrayList<>();
    UnixTime now = START;

    AuthorityFixture() {
        chain.fund(operator.feePayer(), BaseUnits.of(100 * SOL));
    }

    private static Caller caller(String tenant) {
        return new Caller(new Tenant(tenant), new ApiKeyId("key_%016x".formatted(tenant.length())), HashSet.of(Scope.values()));
    }

    Engines engine() {
        return engine(chain, journal);
    }

    Engines engine(Chain line, Journal behind) {
        return engine(line, behind, ports());
    }

    AuthorityPorts ports() {
        return new AuthorityPorts(
                vault,
                new BouncyCastleAuthorityKeys(),
                new TestTokenHash(),
                Option.some(new EmailPorts(
                        new HpkeCredentialSealer(),
                        challenge -> new OneTimeCode(
                                "%06d".formatted(Math.floorMod(Bytes.of(Sha256.of(challenge.text()).toArray()).intAt(0), 1_000_000))),
                        this)));
    }

    Engines engine(Chain line, Journal behind, AuthorityPorts ports) {
        return engine(Network.DEVNET, line, behind, ports);
    }

    Engines engine(Network network, Chain line, Journal behind, AuthorityPorts ports) {
        return builder(network, line, behind, ports).build();
    }

    Engines.Builder builder(Network network, Chain line, Journal behind, AuthorityPorts ports) {
        return Engines.builder()
                .network(network, line, operator)
                .journal(behind)
                .clock(() -> now)
                .formats(Solana.SQUADS_V4)
                .allowance(new CreationAllowance(BaseUnits.of(100 * SOL), 1_000))
                .authorities(ports)
                .settings(EngineSettings.DEFAULT.withWaits(new WaitPolicy(AT_ONCE, AT_ONCE, AT_ONCE)));
    }

    EmailAuthorities email() {
        return email(ACME);
    }

    EmailAuthorities email(Caller caller) {
        return engine().email(Network.DEVNET, caller).get();
    }

    TenantService service() {
        return engine().service(Network.DEVNET, ACME.tenant()).get();
    }

    @Override
    public Option<MailFault> send(CodeMail mail) {
        mailbox.add(mail);
        return Option.none();
    }

    /** Delivers the messages of a topic; returns how many were delivered. */
    int deliver(String topic) {
        MessageHandler handler = engine().work().find(work -> work.topic().equals(topic)).get().handler();
        int delivered = 0;
        for (Option<Delivery> next = claim(topic); next.isDefined(); next = claim(topic)) {
            try {
                Option<DeliveryFailure> failure = handler.deliver(next.get());
                if (failure.isDefined()) {
                    throw new AssertionError(failure.get().reason());
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            var unused = journal.outbox().done(next.get().lease());
            delivered++;
        }
        return delivered;
    }

    /** Hands over the next message of a topic, which is not delivered, and returns why. */
    DeliveryFailure failure(String topic) {
        try {
            return engine().work().find(work -> work.topic().equals(topic)).get().handler().deliver(claim(topic).get()).get();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private Option<Delivery> claim(String topic) {
        return journal.outbox().claim(Claim.of(topic, now, 30));
    }

    /** Starts a challenge and returns the code that was mailed. */
    OneTimeCode ask(Purpose purpose) {
        var unused = email().start(new ChallengeRequest(ANN, purpose, Option.none(), new SessionEnd.Default()), new Retry.Unnamed()).get();
        var unusedCount = deliver(IdentityRepository.MAIL_TOPIC);
        return mailbox.getLast().code();
    }

    static CodeRequest request(OneTimeCode code, P256KeyPair recipient) {
        return new CodeRequest(new Who.ByEmail(ANN), code, spki(recipient), new SessionEnd.Default());
    }

    static Recipient.Spki spki(P256KeyPair key) {
        return new Recipient.Spki(Bytes.of(Base64.getDecoder().decode(key.publicKeySpki())));
    }

    /** Signs in with a fresh key. */
    Client signIn() {
        P256KeyPair own = P256KeyPair.generate();
        return new Client(own, verify(ask(Purpose.REGISTER), own).get());
    }

    Either<AuthorityRefusal, SignedIn> verify(OneTimeCode code, P256KeyPair own) {
        return email().verify(request(code, own), new Retry.Unnamed());
    }

    /** A code that is not {@code right}. */
    static OneTimeCode wrong(OneTimeCode right) {
        return new OneTimeCode(right.digits().equals("000000") ? "000001" : "000000");
    }

    /** A client that has signed in. */
    record Client(P256KeyPair own, SignedIn identity) {

        P256KeyPair session() {
            return open(identity.proof().sealed());
        }

        P256KeyPair open(SealedKey sealed) {
            try {
                return switch (sealed) {
                    case SealedKey.AuthorizationKey(var key, var text) ->
                        own.openAuthorizationKey(base64(key), base64(text));
                    case SealedKey.CredentialBundle(String text) -> own.openCredentialBundle(text);
                };
            } catch (GeneralSecurityException e) {
                throw new AssertionError(e);
            }
        }

        private static String base64(Bytes bytes) {
            return Base64.getEncoder().encodeToString(bytes.toArray());
        }

        /** The session's signature of a payload. */
        static Bytes sign(P256KeyPair session, Bytes payload) {
            return Bytes.of(Base64.getDecoder().decode(session.signKmsPayload(base64(payload))));
        }
    }

    long lamports(Address address) {
        return chain.accounts(AccountQuery.ofAnyOwner(Array.of(address)))
                .get()
                .owned()
                .get(address)
                .map(account -> account.lamports().bits())
                .getOrElse(0L);
    }

    /** The events of one kind, as stored. */
    Array<String> stored(String kind) {
        return Array.ofAll(journal.events(0, Journal.MAX_PAGE).items())
                .filter(event -> event.stream().kind().equals(kind))
                .map(event -> event.payload().content());
    }
}

package dev.mandate.adapters.kms.pkcs11;

import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKA_EC_POINT;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKA_ID;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKK_EC_EDWARDS;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKM_EC_EDWARDS_KEY_PAIR_GEN;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKM_EDDSA;

import dev.mandate.adapters.kms.FileMutex;
import dev.mandate.adapters.kms.OwnerOnlyFile;
import dev.mandate.adapters.kms.RemoteSignature;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.fault.ThrownFault;
import dev.mandate.ports.file.FileFault;
import dev.mandate.ports.spi.keys.AuthorizedMessage;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.ports.spi.keys.VaultFault;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.function.Function;
import org.xipki.pkcs11.wrapper.AttributeVector;
import org.xipki.pkcs11.wrapper.KeyPairTemplate;
import org.xipki.pkcs11.wrapper.Mechanism;
import org.xipki.pkcs11.wrapper.PKCS11Exception;
import org.xipki.pkcs11.wrapper.Session;
import org.xipki.pkcs11.wrapper.StaticLogger;
import org.xipki.pkcs11.wrapper.TokenException;

/**
 * Keys in a PKCS#11 token: made in the token, sensitive and not extractable, so that no process ever sees them. A key's label is its tenant
 * and id. A random CKA_ID joins its private and its public object.
 *
 * <p>A token may be away: each call is then answered {@link VaultFault.Unavailable}, and the first call after its return is served. For that the library
 * may be initialized anew, at most once a second, which ends the sessions of other parts of the process that use it.
 *
 * <p>A token has no unique names. Processes that make keys exclude each other by a lock file, so those that do not share it may make two keys
 * of one id. {@link #ensure} then answers the least address, and {@link #sign} takes the key of the signer's address.
 */
public final class Pkcs11Vault implements KeyVault {

    /** The object identifier of Ed25519 (RFC 8410, section 3), DER. */
    private static final byte[] ED25519 = {0x06, 0x03, 0x2b, 0x65, 0x70};

    private static final int ID_BYTES = 16;
    private static final int TRIES = 3;
    private static final SecureRandom RANDOM = new SecureRandom();

    static {
        StaticLogger.setLogger(new WarningsOnly());
    }

    private final TokenSessions sessions;
    private final FileMutex making;

    private Pkcs11Vault(TokenSessions sessions, FileMutex making) {
        this.sessions = sessions;
        this.making = making;
    }

    /**
     * Opens the token.
     *
     * @param folder of the lock file by which processes exclude each other when they make keys
     */
    public static Either<TokenProblem, Pkcs11Vault> open(TokenUri uri, Path folder) {
        return new OwnerOnlyFile(uri.pin())
                .readLine()
                .<TokenProblem>mapLeft(TokenProblem.PinFile::new)
                .flatMap(pin -> module(uri).flatMap(module -> opened(
                        uri, new TokenSessions(module, uri.token(), new String(pin, StandardCharsets.UTF_8).toCharArray()), folder)));
    }

    private static Either<TokenProblem, TokenModule> module(TokenUri uri) {
        try {
            return Either.right(TokenModule.load(uri.module()));
        } catch (IOException | TokenException e) {
            return Either.left(new TokenProblem.NoModule(uri.module(), String.valueOf(e.getMessage())));
        } catch (RuntimeException | StackOverflowError e) {
            return Either.left(new TokenProblem.NoModule(uri.module(), ThrownFault.text(e)));
        }
    }

    private static Either<TokenProblem, Pkcs11Vault> opened(TokenUri uri, TokenSessions sessions, Path folder) {
        return sessions.run(Session::getSessionInfo)
                .map(loggedIn -> new Pkcs11Vault(sessions, new FileMutex(folder, "pkcs11.lock")))
                .mapLeft(detail -> sessions.tokens()
                        .filter(named -> named != 1)
                        .<TokenProblem>map(named -> new TokenProblem.NoToken(uri.token(), named))
                        .orElse(() -> sessions.pinRefusal().map(error -> new TokenProblem.PinRefused(uri.token(), uri.pin(), error)))
                        .getOrElse(() -> new TokenProblem.Refused(uri.token(), detail)));
    }

    /** A private key's handle, good for this process, and its address. */
    private record TokenKey(long handle, Address address) {}

    @Override
    public Either<VaultFault, Option<Address>> find(Tenant tenant, ManagedKeyId id) {
        return run(session -> least(session, label(tenant, id)));
    }

    @Override
    public Either<VaultFault, Address> ensure(Tenant tenant, ManagedKeyId id) {
        String label = label(tenant, id);
        // A token may fail to read a key that another thread is making: then it is read again under the lock.
        return find(tenant, id)
                .toOption()
                .flatMap(Function.identity())
                .<Either<VaultFault, Address>>map(Either::right)
                .getOrElse(() -> make(label));
    }

    @Override
    public Either<VaultFault, Address> ensure(Tenant tenant, ManagedKeyId id, Address known) {
        return run(session -> keys(session, label(tenant, id)).map(TokenKey::address))
                .flatMap(addresses -> addresses.contains(known) ? Either.right(known) : ensure(tenant, id));
    }

    private Either<VaultFault, Address> make(String label) {
        try {
            return making.holding(() -> made(label, TRIES).flatMap(made -> made.toEither(new VaultFault.Unavailable("the PKCS#11 token does not show the key that it made"))));
        } catch (IOException e) {
            return Either.left(new VaultFault.Unavailable(FileFault.text(e)));
        }
    }

    /** A token may fail while other threads read what is being made. The next try finds what was made. */
    private Either<VaultFault, Option<Address>> made(String label, int tries) {
        Either<VaultFault, Option<Address>> made = run(session -> {
            if (least(session, label).isEmpty()) {
                generate(session, label);
            }
            return least(session, label);
        });
        return made.isRight() || tries == 1 ? made : made(label, tries - 1);
    }

    private static Option<Address> least(Session session, String label) throws PKCS11Exception {
        return keys(session, label).map(TokenKey::address).min();
    }

    private static void generate(Session session, String label) throws PKCS11Exception {
        byte[] id = new byte[ID_BYTES];
        RANDOM.nextBytes(id);
        KeyPairTemplate pair = new KeyPairTemplate(
                        AttributeVector.newPrivateKey(CKK_EC_EDWARDS).sensitive(true).extractable(false),
                        AttributeVector.newPublicKey(CKK_EC_EDWARDS).ecParams(ED25519))
                .token(true)
                .private_(true, false)
                .signVerify(true)
                .labels(label)
                .id(id);
        var unused = session.generateKeyPair(new Mechanism(CKM_EC_EDWARDS_KEY_PAIR_GEN), pair);
    }

    /** The whole pairs of this label: a crash may have left one half. None only if the token is there. */
    private static Array<TokenKey> keys(Session session, String label) throws PKCS11Exception {
        Array<TokenKey> keys = Array.empty();
        for (long handle : session.findAllObjectsSingle(AttributeVector.newPrivateKey(CKK_EC_EDWARDS).label(label))) {
            byte[] id = session.getAttrValues(handle, CKA_ID).id();
            for (long half : session.findAllObjectsSingle(AttributeVector.newPublicKey(CKK_EC_EDWARDS).label(label).id(id))) {
                byte[] point = session.getAttrValues(half, CKA_EC_POINT).ecPoint();
                // Some tokens wrap the point in an OCTET STRING.
                keys = keys.append(new TokenKey(handle, Address.of(point, point.length - Bytes32.LENGTH)));
            }
        }
        if (keys.isEmpty()) {
            TokenSessions.requirePresent(session);
        }
        return keys;
    }

    @Override
    public Either<VaultFault, Signature> sign(AuthorizedMessage message) {
        ManagedKeyId id = message.key();
        return run(session -> {
            Array<TokenKey> keys = keys(session, label(message.tenant(), id));
            Option<TokenKey> signer = keys.find(key -> key.address().equals(message.signer()));
            if (signer.isEmpty()) {
                return Either.<VaultFault, Signature>left(keys.isEmpty()
                        ? new VaultFault.UnknownKey(id)
                        : new VaultFault.Damaged(id, "the token has no key of the address " + message.signer() + " with this id"));
            }
            byte[] bytes = message.message().toArray();
            return RemoteSignature.checked(message, session.signSingle(new Mechanism(CKM_EDDSA), signer.get().handle(), bytes));
        })
                .flatMap(Function.identity());
    }

    /** Destroys every object of the key's label, also halves that a crash left. */
    @Override
    public Option<VaultFault> destroy(Tenant tenant, ManagedKeyId id) {
        String label = label(tenant, id);
        try {
            return making.holding(() -> run(session -> {
                        for (AttributeVector half :
                                Array.of(AttributeVector.newPrivateKey(CKK_EC_EDWARDS), AttributeVector.newPublicKey(CKK_EC_EDWARDS))) {
                            for (long handle : session.findAllObjectsSingle(half.label(label))) {
                                session.destroyObject(handle);
                            }
                        }
                        TokenSessions.requirePresent(session);
                        return label;
                    })
                    .swap()
                    .toOption());
        } catch (IOException e) {
            return Option.some(new VaultFault.Unavailable(FileFault.text(e)));
        }
    }

    private <T> Either<VaultFault, T> run(TokenSessions.Work<T> work) {
        return sessions.run(work).mapLeft(VaultFault.Unavailable::new);
    }

    private static String label(Tenant tenant, ManagedKeyId id) {
        return "mandate/" + tenant.name() + "/" + id.text();
    }

    @Override
    public void close() {
        sessions.close();
    }

    /** No PIN is shown. */
    @Override
    public String toString() {
        return "key vault in a PKCS#11 token";
    }
}

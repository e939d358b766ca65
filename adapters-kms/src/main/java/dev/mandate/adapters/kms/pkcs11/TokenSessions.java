package dev.mandate.adapters.kms.pkcs11;

import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKR_TOKEN_NOT_PRESENT;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKU_USER;

import dev.mandate.ports.fault.ThrownFault;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.xipki.pkcs11.wrapper.PKCS11Exception;
import org.xipki.pkcs11.wrapper.Session;
import org.xipki.pkcs11.wrapper.Token;

/**
 * Logged-in sessions with a token. A thread has one for a call. After a fault the session is closed, and the work is done once more in a new one. If the
 * token is away, its library is initialized anew first.
 */
final class TokenSessions implements AutoCloseable {

    /** Tokens limit their sessions. Further callers wait. */
    private static final int MOST = 16;

    private static final long LONGEST_WAIT_SECONDS = 5;

    private final TokenModule module;
    private final String label;
    private final PinLogin login;
    private final Semaphore permits = new Semaphore(MOST);
    private final ConcurrentLinkedQueue<Open> idle = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    /** @param label of the token in {@code module} */
    TokenSessions(TokenModule module, String label, char[] pin) {
        this.module = module;
        this.label = label;
        this.login = new PinLogin(pin);
    }

    /** What is done in a session. It may be done twice. */
    interface Work<T> {
        T in(Session session) throws PKCS11Exception;
    }

    /** A session, which ends with its epoch. */
    private record Open(Session session, long epoch) {}

    /** Why work was not done, and in which epoch. */
    private record Fault(String text, long epoch) {}

    /** Fails if the token is away. A search of such a token may answer that it has no object. */
    static void requirePresent(Session session) throws PKCS11Exception {
        var unused = session.getToken().getTokenInfo();
    }

    /** Runs {@code work}, or returns the token's error. An answer that {@code work} cannot read is one, whatever that throws. */
    <T> Either<String, T> run(Work<T> work) {
        try {
            if (!permits.tryAcquire(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
                return Either.left("all sessions of the PKCS#11 token are in use");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Either.left("interrupted while all sessions of the PKCS#11 token were in use");
        }
        try {
            return attempt(work, Option.of(idle.poll()))
                    .fold(
                            fault -> isPresent() || module.renew(fault.epoch()) ? attempt(work, Option.none()) : Either.<Fault, T>left(fault),
                            Either::<Fault, T>right)
                    .mapLeft(Fault::text);
        } finally {
            permits.release();
        }
    }

    /** How many tokens have this label; none if the library does not answer. */
    Option<Integer> tokens() {
        module.calls().lock();
        try {
            return Option.some(module.tokens(label).length());
        } catch (PKCS11Exception | RuntimeException | StackOverflowError e) {
            return Option.none();
        } finally {
            module.calls().unlock();
        }
    }

    /** Opens a session and closes it: of a token that is away the library may keep those that it has. */
    private boolean isPresent() {
        module.calls().lock();
        try {
            Session session = open();
            try {
                requirePresent(session);
                return true;
            } finally {
                close(session);
            }
        } catch (PKCS11Exception | RuntimeException | StackOverflowError e) {
            return false;
        } finally {
            module.calls().unlock();
        }
    }

    private <T> Either<Fault, T> attempt(Work<T> work, Option<Open> pooled) {
        module.calls().lock();
        try {
            return attempt(work, pooled, module.epoch());
        } finally {
            module.calls().unlock();
        }
    }

    private <T> Either<Fault, T> attempt(Work<T> work, Option<Open> pooled, long epoch) {
        try {
            if (closed) {
                return Either.left(new Fault("the key vault is closed", epoch));
            }
            Option<Open> usable = pooled.filter(open -> open.epoch() == epoch);
            Session session = usable.isDefined() ? usable.get().session() : open();
            try {
                T result = work.in(session);
                idle.add(new Open(session, epoch));
                return Either.right(result);
            } catch (PKCS11Exception | RuntimeException | StackOverflowError e) {
                close(session);
                throw e;
            }
        } catch (PKCS11Exception e) {
            return Either.left(new Fault("the PKCS#11 token answers " + e.getErrorName(), epoch));
        } catch (RuntimeException | StackOverflowError e) {
            return Either.left(new Fault("the answer of the PKCS#11 token cannot be read: " + ThrownFault.text(e), epoch));
        }
    }

    private Session open() throws PKCS11Exception {
        Array<Token> tokens = module.tokens(label);
        if (tokens.length() != 1) {
            throw new PKCS11Exception(CKR_TOKEN_NOT_PRESENT);
        }
        Session session = tokens.head().openSession(true);
        try {
            login.attempt(pin -> session.login(CKU_USER, pin));
            return session;
        } catch (PKCS11Exception e) {
            close(session);
            throw e;
        }
    }

    /** The token's error by which it has refused the PIN; none if it has not, or was not asked. */
    Option<String> pinRefusal() {
        return login.refusal();
    }

    private static void close(Session session) {
        try {
            session.closeSession();
        } catch (PKCS11Exception e) {
            // The token ended it before.
        }
    }

    @Override
    public void close() {
        permits.acquireUninterruptibly(MOST);
        module.calls().lock();
        try {
            closed = true;
            idle.forEach(open -> {
                // The handle of an earlier epoch may be that of a session of another vault now.
                if (open.epoch() == module.epoch()) {
                    close(open.session());
                }
            });
            idle.clear();
        } finally {
            module.calls().unlock();
            permits.release(MOST);
        }
    }
}

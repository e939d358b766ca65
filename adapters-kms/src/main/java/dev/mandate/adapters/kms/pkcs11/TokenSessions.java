package dev.mandate.adapters.kms.pkcs11;

import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKR_USER_ALREADY_LOGGED_IN;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKU_USER;

import dev.mandate.ports.fault.ThrownFault;
import io.vavr.control.Either;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import org.xipki.pkcs11.wrapper.PKCS11Exception;
import org.xipki.pkcs11.wrapper.Session;
import org.xipki.pkcs11.wrapper.Token;

/** Logged-in sessions with a token. A thread has one for a call; after a fault the session is closed, and the next call opens a new one. */
final class TokenSessions implements AutoCloseable {

    /** Tokens limit their sessions. Further callers wait. */
    private static final int MOST = 16;

    private final Token token;
    private final char[] pin;
    private final Semaphore permits = new Semaphore(MOST);
    private final ConcurrentLinkedQueue<Session> idle = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    TokenSessions(Token token, char[] pin) {
        this.token = token;
        this.pin = pin;
    }

    /** What is done in a session. */
    interface Work<T> {
        T in(Session session) throws PKCS11Exception;
    }

    /** Runs {@code work}, or returns the token's error. An answer that {@code work} cannot read is one, whatever that throws. */
    <T> Either<String, T> run(Work<T> work) {
        permits.acquireUninterruptibly();
        try {
            if (closed) {
                return Either.left("the key vault is closed");
            }
            Session pooled = idle.poll();
            Session session = pooled == null ? open() : pooled;
            try {
                T result = work.in(session);
                idle.add(session);
                return Either.right(result);
            } catch (PKCS11Exception | RuntimeException | StackOverflowError e) {
                close(session);
                throw e;
            }
        } catch (PKCS11Exception e) {
            return Either.left("the PKCS#11 token answers " + e.getErrorName());
        } catch (RuntimeException | StackOverflowError e) {
            return Either.left("the answer of the PKCS#11 token cannot be read: " + ThrownFault.text(e));
        } finally {
            permits.release();
        }
    }

    private Session open() throws PKCS11Exception {
        Session session = token.openSession(true);
        try {
            session.login(CKU_USER, pin);
            return session;
        } catch (PKCS11Exception e) {
            // A login counts for all sessions of the process.
            if (e.getErrorCode() == CKR_USER_ALREADY_LOGGED_IN) {
                return session;
            }
            close(session);
            throw e;
        }
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
        closed = true;
        idle.forEach(TokenSessions::close);
        idle.clear();
        permits.release(MOST);
    }
}

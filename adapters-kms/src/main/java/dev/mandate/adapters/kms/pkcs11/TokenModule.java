package dev.mandate.adapters.kms.pkcs11;

import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKR_CRYPTOKI_ALREADY_INITIALIZED;

import io.vavr.collection.Array;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.xipki.pkcs11.wrapper.PKCS11Exception;
import org.xipki.pkcs11.wrapper.PKCS11Module;
import org.xipki.pkcs11.wrapper.Slot;
import org.xipki.pkcs11.wrapper.Token;
import org.xipki.pkcs11.wrapper.TokenException;

/**
 * A maker's library, which is loaded once for its process. Many libraries see a token that came back only after they were initialized anew. That ends
 * all sessions of the process and makes all handles invalid, so calls share a lock, and the initialization excludes them. An epoch lasts from one
 * initialization to the next.
 */
final class TokenModule {

    private static final Map<Path, TokenModule> LOADED = new HashMap<>();

    private static final long BETWEEN_NANOS = Duration.ofSeconds(1).toNanos();

    private final PKCS11Module module;
    private final boolean isOurs;
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private long epoch;
    private long renewedAt = System.nanoTime() - BETWEEN_NANOS;

    private TokenModule(PKCS11Module module, boolean isOurs) {
        this.module = module;
        this.isOurs = isOurs;
    }

    /** The library in this file. */
    static TokenModule load(Path library) throws IOException, TokenException {
        synchronized (LOADED) {
            if (!LOADED.containsKey(library)) {
                PKCS11Module module = PKCS11Module.getInstance(library.toString());
                LOADED.put(library, new TokenModule(module, initialize(module)));
            }
            return LOADED.get(library);
        }
    }

    /** Returns false if another part of the process has initialized it. Only that part may end this. */
    private static boolean initialize(PKCS11Module module) throws PKCS11Exception {
        try {
            module.initialize();
            return true;
        } catch (PKCS11Exception e) {
            if (e.getErrorCode() != CKR_CRYPTOKI_ALREADY_INITIALIZED) {
                throw e;
            }
            return false;
        }
    }

    /** The lock that each call holds. */
    Lock calls() {
        return lock.readLock();
    }

    /** The present epoch. Hold {@link #calls}. */
    long epoch() {
        return epoch;
    }

    /** The tokens of this label. Hold {@link #calls}. */
    Array<Token> tokens(String label) throws PKCS11Exception {
        Array<Token> named = Array.empty();
        for (Slot slot : module.getSlotList(true)) {
            if (slot.getToken().getTokenInfo().getLabel().strip().equals(label)) {
                named = named.append(slot.getToken());
            }
        }
        return named;
    }

    /**
     * Initializes the library anew, at most once a second, unless another thread did so since the epoch {@code seen}. The caller does not hold {@link
     * #calls}.
     *
     * @return whether there is a new epoch
     */
    boolean renew(long seen) {
        lock.writeLock().lock();
        try {
            if (epoch != seen || !isOurs || System.nanoTime() - renewedAt < BETWEEN_NANOS) {
                return epoch != seen;
            }
            renewedAt = System.nanoTime();
            epoch++;
            end();
            return initialize(module);
        } catch (PKCS11Exception | RuntimeException | StackOverflowError stillAway) {
            return false;
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void end() {
        try {
            module.finalize(null);
        } catch (PKCS11Exception e) {
            // The last initialization failed.
        }
    }
}

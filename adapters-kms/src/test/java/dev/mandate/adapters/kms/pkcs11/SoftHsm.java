package dev.mandate.adapters.kms.pkcs11;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKU_USER;

import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.xipki.pkcs11.wrapper.AttributeVector;
import org.xipki.pkcs11.wrapper.PKCS11Exception;
import org.xipki.pkcs11.wrapper.PKCS11Module;
import org.xipki.pkcs11.wrapper.Session;
import org.xipki.pkcs11.wrapper.Slot;
import org.xipki.pkcs11.wrapper.TokenException;

/**
 * One token of Debian's softhsm2, in the folder that {@code SOFTHSM2_CONF} names. The library reads the variable once for its process, so
 * the build sets it and all tests share the token.
 */
final class SoftHsm {

    static final String TOKEN = "mandate-test";
    static final String PIN = "the pin of a test";

    private static final Option<Path> MODULE = Array.of(
                    "/usr/lib/softhsm/libsofthsm2.so", "/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so", "/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so")
            .map(Path::of)
            .find(Files::exists);

    private SoftHsm() {}

    /** The empty token. Without softhsm2 the test is skipped, or fails if {@code CI} is set. */
    static TokenUri empty(Path folder) throws IOException, InterruptedException, TokenException {
        if (MODULE.isEmpty()) {
            String missing = "no PKCS#11 module: apt-get install softhsm2";
            Assumptions.assumeTrue(System.getenv("CI") != null, missing);
            throw new AssertionError(missing);
        }
        prepare(Path.of(System.getenv("SOFTHSM2_CONF")));
        Path pin = Files.writeString(folder.resolve("pin"), PIN + "\n");
        TokenUri uri = new TokenUri(
                TOKEN, MODULE.get(), Files.setPosixFilePermissions(pin, PosixFilePermissions.fromString("rw-------")));
        Pkcs11Vault.open(uri, folder).get().close();
        Session session = session();
        for (long object : session.findAllObjectsSingle(new AttributeVector())) {
            session.destroyObject(object);
        }
        session.closeSession();
        return uri;
    }

    private static void prepare(Path conf) throws IOException, InterruptedException {
        if (Files.exists(conf)) {
            return;
        }
        Path tokens = Files.createDirectories(conf.resolveSibling("softhsm2-tokens"));
        Path written = Files.writeString(conf, "directories.tokendir = " + tokens + "\nobjectstore.backend = file\nlog.level = ERROR\n");
        Process init = new ProcessBuilder(
                        "softhsm2-util", "--init-token", "--free", "--label", TOKEN, "--so-pin", "a security officer", "--pin", PIN)
                .redirectErrorStream(true)
                .start();
        String said = new String(init.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, init.waitFor(), written + ": " + said);
    }

    /** The folder of all tokens. Without it the library fails, and does not see that it comes back. */
    private static Path tokens() {
        return Path.of(System.getenv("SOFTHSM2_CONF")).resolveSibling("softhsm2-tokens");
    }

    static void takeAway() {
        move(tokens(), tokens().resolveSibling("softhsm2-away"));
    }

    static void bringBack() {
        move(tokens().resolveSibling("softhsm2-away"), tokens());
    }

    private static void move(Path from, Path to) {
        try {
            var unused = Files.move(from, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The folder of the only token. */
    static Path token() throws IOException {
        try (Stream<Path> folders = Files.list(tokens())) {
            return folders.findFirst().orElseThrow();
        }
    }

    static void changePin(String from, String to) throws IOException, TokenException {
        Session session = session(from);
        session.setPIN(from.toCharArray(), to.toCharArray());
        session.closeSession();
    }

    /** A session of the test's own; close it. */
    static Session session() throws IOException, TokenException {
        return session(PIN);
    }

    private static Session session(String pin) throws IOException, TokenException {
        for (Slot slot : PKCS11Module.getInstance(MODULE.get().toString()).getSlotList(true)) {
            if (slot.getToken().getTokenInfo().getLabel().strip().equals(TOKEN)) {
                Session session = slot.getToken().openSession(true);
                try {
                    session.login(CKU_USER, pin.toCharArray());
                } catch (PKCS11Exception e) {
                    assertEquals("CKR_USER_ALREADY_LOGGED_IN", e.getErrorName());
                }
                return session;
            }
        }
        throw new AssertionError("no token " + TOKEN);
    }
}

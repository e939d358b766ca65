package dev.mandate.adapters.kms;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.spi.keys.KeyVault;
import io.vavr.collection.Array;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Processes that make the same keys at the same time. */
public final class KeyMaker {

    public static final Array<ManagedKeyId> IDS =
            Array.rangeClosed('a', 'f').map(digit -> new ManagedKeyId("key_" + Character.toString(digit).repeat(32)));

    private static final Tenant ACME = new Tenant("acme");

    private KeyMaker() {}

    /** The keys' addresses in {@code vault}. */
    public static Array<Address> addresses(KeyVault vault) {
        return IDS.map(id -> vault.ensure(ACME, id).get());
    }

    /** What a process prints. */
    public static void print(KeyVault vault) {
        System.out.print(addresses(vault).mkString("", "\n", "\n"));
    }

    /** Starts three processes at once, which call {@link #print}; returns what each printed. */
    public static Array<String> race(Class<?> main, Object... arguments) throws IOException, InterruptedException {
        Array<String> command = Array.of(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName())
                .appendAll(Array.of(arguments).map(Object::toString));
        Array<Process> makers = Array.empty();
        for (int number = 0; number < 3; number++) {
            makers = makers.append(new ProcessBuilder(command.asJava())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        }
        Array<String> printed = Array.empty();
        for (Process maker : makers) {
            printed = printed.append(new String(maker.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            assertEquals(0, maker.waitFor());
        }
        return printed;
    }
}

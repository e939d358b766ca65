package dev.mandate.app.serve;

import dev.mandate.adapters.kms.OwnerOnlyFile;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;

/** What can be refused before a start writes anything, so that nothing is left behind. */
final class StartChecks {

    private StartChecks() {}

    /** Returns the settings, or in one line why a server can't start with them on this machine. */
    static Either<String, ServeSettings> of(ServeSettings settings) {
        Array<Integer> ports = Array.of(settings.port())
                .appendAll(settings.metrics() instanceof ServeSettings.Metrics.OnPort(int port) ? Option.some(port) : Option.none());
        return ports.flatMap(port -> taken(settings.host(), port))
                .appendAll(settings.keys() instanceof KeyStorage.SealedFiles files ? of(files, settings) : Option.none())
                .headOption()
                .<Either<String, ServeSettings>>map(Either::left)
                .getOrElse(() -> Either.right(settings));
    }

    private static Option<String> taken(String host, int port) {
        try (ServerSocket free = new ServerSocket()) {
            free.setReuseAddress(true);
            free.bind(new InetSocketAddress(host, port));
            return Option.none();
        } catch (IOException e) {
            return Option.some(cannotListen(host, port, e));
        }
    }

    /** Why a server does not listen there. */
    static String cannotListen(String host, int port, Throwable cause) {
        return "cannot listen on " + host + " port " + port + ": " + cause.getMessage();
    }

    private static Option<String> of(KeyStorage.SealedFiles files, ServeSettings settings) {
        return files.passphrase()
                .flatMap(file -> new OwnerOnlyFile(file).readLine().swap().toOption())
                .map(problem -> Setting.VAULT_PASSPHRASE_FILE.flag() + ": " + problem.text())
                .orElse(() -> settings.feePayer()
                        .filter(named -> !Files.exists(files.folder()))
                        .map(named -> Setting.FEE_PAYER.flag() + " is " + named + ", and there is no key vault in " + files.folder() + " that has its key"));
    }
}

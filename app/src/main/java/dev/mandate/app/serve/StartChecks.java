package dev.mandate.app.serve;

import dev.mandate.adapters.kms.OwnerOnlyFile;
import dev.mandate.adapters.kms.aws.AwsKmsVault;
import dev.mandate.adapters.kms.pkcs11.Pkcs11Vault;
import dev.mandate.adapters.kms.pkcs11.TokenProblem;
import dev.mandate.ports.spi.keys.AuthorizedMessage;
import dev.mandate.ports.spi.keys.KeyVault;
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

    /** Returns the settings, or why a server can't start with them on this machine. */
    static Either<StartRefusal, ServeSettings> of(ServeSettings settings) {
        Array<Integer> ports = Array.of(settings.port())
                .appendAll(settings.metrics() instanceof ServeSettings.Metrics.OnPort(int port) ? Option.some(port) : Option.none());
        return ports.flatMap(port -> taken(settings.host(), port))
                .map(StartRefusal::ofNow)
                .headOption()
                .orElse(() -> ofKeys(settings))
                .<Either<StartRefusal, ServeSettings>>map(Either::left)
                .getOrElse(() -> Either.right(settings));
    }

    private static Option<StartRefusal> ofKeys(ServeSettings settings) {
        return switch (settings.keys()) {
            case KeyStorage.SealedFiles files -> of(files, settings).map(StartRefusal::ofSettings);
            case KeyStorage.Pkcs11Token(var uri) -> Pkcs11Vault.open(uri, settings.dataDir())
                    .peek(Pkcs11Vault::close)
                    .fold(problem -> Option.some(refusal(problem)), answers -> Option.none());
            case KeyStorage.AwsKms(var location) -> {
                try (KeyVault vault = AwsKmsVault.open(location)) {
                    yield vault.find(AuthorizedMessage.OPERATOR, AuthorizedMessage.FEE_PAYER)
                            .fold(fault -> Option.some(StartRefusal.ofNow(VaultOpening.text(fault))), found -> Option.none());
                }
            }
        };
    }

    private static StartRefusal refusal(TokenProblem problem) {
        return switch (problem) {
            case TokenProblem.PinFile file -> StartRefusal.ofSettings(file.text());
            case TokenProblem.PinRefused refused -> StartRefusal.ofSettings(refused.text());
            case TokenProblem.NoModule module -> StartRefusal.ofNow(module.text());
            case TokenProblem.NoToken token -> StartRefusal.ofNow(token.text());
            case TokenProblem.Refused refused -> StartRefusal.ofNow(refused.text());
        };
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

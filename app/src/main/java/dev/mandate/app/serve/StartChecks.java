package dev.mandate.app.serve;

import dev.mandate.adapters.kms.KeyFileProblem;
import dev.mandate.adapters.kms.aws.AwsKmsVault;
import dev.mandate.adapters.kms.file.FileVault;
import dev.mandate.adapters.kms.file.VaultFolder;
import dev.mandate.adapters.kms.pkcs11.Pkcs11Vault;
import dev.mandate.adapters.kms.pkcs11.TokenProblem;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.spi.keys.AuthorizedMessage;
import dev.mandate.ports.spi.keys.KeyVault;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;

/** What can be refused before a start writes anything, so that nothing is left behind. */
final class StartChecks {

    private StartChecks() {}

    /** Returns the key vault, none if it is still to be made, or why a server can't start with the settings on this machine. */
    static Either<StartRefusal, Option<KeyVault>> of(ServeSettings settings) {
        Array<Integer> ports = Array.of(settings.port())
                .appendAll(settings.metrics() instanceof ServeSettings.Metrics.OnPort(int port) ? Option.some(port) : Option.none());
        return ports.flatMap(port -> taken(settings.host(), port))
                .map(StartRefusal::ofNow)
                .headOption()
                .<Either<StartRefusal, Option<KeyVault>>>map(Either::left)
                .getOrElse(() -> existing(settings).flatMap(existing -> existing
                        .map(vault -> checked(vault, settings.feePayer()))
                        .getOrElse(() -> Either.right(existing))));
    }

    private static Either<StartRefusal, Option<KeyVault>> existing(ServeSettings settings) {
        return switch (settings.keys()) {
            case KeyStorage.SealedFiles(Path folder, Option<Path> passphrase) -> {
                // Without one of these files, a sandbox makes both.
                Option<Path> file = passphrase.orElse(() -> Option.when(
                        Files.exists(folder.resolve(VaultFolder.HEADER)), () -> VaultOpening.sandboxPassphrase(settings.dataDir())));
                yield file.map(words -> VaultOpening.words(words)
                                .mapLeft(problem -> refusal(problem, VaultOpening.text(problem)))
                                .flatMap(line -> sealed(folder, line)))
                        .getOrElse(() -> Either.right(Option.none()))
                        .filterOrElse(
                                vault -> vault.isDefined() || settings.feePayer().isEmpty(),
                                none -> StartRefusal.ofNow(Setting.FEE_PAYER.flag() + " is " + settings.feePayer().get()
                                        + ", and there is no key vault in " + folder + " that has its key"));
            }
            case KeyStorage.Pkcs11Token(var uri) -> Pkcs11Vault.open(uri, settings.dataDir()).bimap(problem -> refusal(problem), Option::some);
            case KeyStorage.AwsKms(var location) -> Either.right(Option.some(AwsKmsVault.open(location)));
        };
    }

    private static Either<StartRefusal, Option<KeyVault>> sealed(Path folder, byte[] passphrase) {
        return FileVault.open(folder, passphrase)
                .fold(
                        problem -> problem instanceof KeyFileProblem.Missing
                                ? Either.right(Option.none())
                                : Either.left(refusal(problem, problem.text())),
                        vault -> Either.right(Option.some(vault)));
    }

    private static Either<StartRefusal, Option<KeyVault>> checked(KeyVault vault, Option<Address> named) {
        return vault.find(AuthorizedMessage.OPERATOR, AuthorizedMessage.FEE_PAYER)
                .flatMap(found -> found.flatMap(least -> named.map(
                                known -> vault.ensure(AuthorizedMessage.OPERATOR, AuthorizedMessage.FEE_PAYER, known).map(Option::some)))
                        .getOrElse(() -> Either.right(found)))
                .mapLeft(fault -> StartRefusal.ofNow(VaultOpening.text(fault)))
                .filterOrElse(
                        found -> named.forAll(found::contains), found -> StartRefusal.ofSettings(otherFeePayer(named.get(), found)))
                .map(found -> Option.some(vault))
                .peekLeft(refusal -> vault.close());
    }

    /** Why no server starts with {@code --fee-payer}, if the key of the vault is another one or does not exist. */
    static String otherFeePayer(Address named, Option<Address> found) {
        return Setting.FEE_PAYER.flag() + " is " + named + ", and "
                + found.map(key -> "the key in the vault is that of " + key).getOrElse("the key vault has no key of the operator");
    }

    private static StartRefusal refusal(TokenProblem problem) {
        return switch (problem) {
            case TokenProblem.PinFile file -> refusal(file.problem(), file.text());
            case TokenProblem.PinRefused refused -> StartRefusal.ofSettings(refused.text());
            case TokenProblem.NoModule module -> StartRefusal.ofNow(module.text());
            case TokenProblem.NoToken token -> StartRefusal.ofNow(token.text());
            case TokenProblem.Refused refused -> StartRefusal.ofNow(refused.text());
        };
    }

    /** A file that is away may be on a disk that is mounted later. */
    private static StartRefusal refusal(KeyFileProblem problem, String text) {
        return switch (problem) {
            case KeyFileProblem.OpenToOthers open -> StartRefusal.ofSettings(text);
            case KeyFileProblem.WrongPassphrase wrong -> StartRefusal.ofSettings(text);
            case KeyFileProblem.Damaged damaged -> StartRefusal.ofSettings(text);
            case KeyFileProblem.Missing missing -> StartRefusal.ofNow(text);
            case KeyFileProblem.Unusable unusable -> StartRefusal.ofNow(text);
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
}

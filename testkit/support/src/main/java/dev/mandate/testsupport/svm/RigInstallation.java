package dev.mandate.testsupport.svm;

import dev.mandate.testsupport.svm.SvmUnavailable.CommandMissing;
import dev.mandate.testsupport.svm.SvmUnavailable.InstallFailed;
import io.vavr.collection.List;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;

/**
 * The rig's files and packages in a cache folder: {@code target/svm-rig}, or the folder that the system property {@code
 * mandate.svm.cache} names. Packages are installed once for each lock file, so a changed lock file installs new ones.
 */
final class RigInstallation {

    private static final List<String> PACKAGES = List.of("package.json", "package-lock.json");
    private static final List<String> SCRIPTS = List.of("rig.mjs", "ledger.mjs", "wire.mjs");
    private static final long INSTALL_TIMEOUT_SECONDS = 300;

    private RigInstallation() {}

    /** Returns the script to run, after an installation of its packages beside it. */
    static synchronized Either<SvmUnavailable, Path> ready() {
        Path cache = Path.of(System.getProperty("mandate.svm.cache", "target/svm-rig")).toAbsolutePath();
        try {
            Files.createDirectories(cache);
            // Tests of two modules may run at once, in two processes.
            try (FileChannel channel = FileChannel.open(
                            cache.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock held = channel.lock()) {
                if (!held.isValid()) {
                    throw new IOException("no lock on " + cache);
                }
                Path packages = copy(PACKAGES, cache);
                // Node searches packages in the folders above a script, so a changed script needs no installation.
                return install(packages).map(installed -> copy(SCRIPTS, installed).resolve("rig.mjs"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the rig's folder " + cache + " can't be written", e);
        }
    }

    /** Writes {@code files} to a folder under {@code parent} whose name is a hash of their content. */
    private static Path copy(List<String> files, Path parent) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            files.forEach(file -> digest.update(resource(file)));
            Path folder = parent.resolve(HexFormat.of().formatHex(digest.digest(), 0, 8));
            Files.createDirectories(folder);
            for (String file : files) {
                Files.write(folder.resolve(file), resource(file));
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }

    private static byte[] resource(String file) {
        try (InputStream in = RigInstallation.class.getResourceAsStream("rig/" + file)) {
            if (in == null) {
                throw new IllegalStateException("testkit lacks its own file rig/" + file);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Either<SvmUnavailable, Path> install(Path folder) throws IOException {
        Path done = folder.resolve("installed");
        if (Files.exists(done)) {
            return Either.right(folder);
        }
        Path output = folder.resolve("npm-output.txt");
        Option<Process> started = start(new ProcessBuilder("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile()));
        if (started.isEmpty()) {
            return Either.left(new CommandMissing("npm"));
        }
        Process npm = started.get();
        try {
            if (!npm.waitFor(INSTALL_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                npm.destroyForcibly();
                return Either.left(new InstallFailed("no end after " + INSTALL_TIMEOUT_SECONDS + " s"));
            }
        } catch (InterruptedException e) {
            npm.destroyForcibly();
            Thread.currentThread().interrupt();
            return Either.left(new InstallFailed("interrupted"));
        }
        if (npm.exitValue() != 0) {
            String text = Files.readString(output).strip();
            return Either.left(new InstallFailed(text.substring(Math.max(0, text.length() - 2_000))));
        }
        Files.createFile(done);
        return Either.right(folder);
    }

    /** Starts a process; returns none if there is no such command. */
    static Option<Process> start(ProcessBuilder command) {
        try {
            return Option.some(command.start());
        } catch (IOException e) {
            return Option.none();
        }
    }
}

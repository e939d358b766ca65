package dev.mandate.testsupport.svm;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.chain.ChainFault.BadAnswer;
import dev.mandate.ports.spi.chain.ChainFault.Unreachable;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.testsupport.svm.SvmUnavailable.CommandMissing;
import dev.mandate.testsupport.svm.SvmUnavailable.DidNotStart;
import dev.mandate.testsupport.svm.SvmUnavailable.SquadsBinaryMissing;
import dev.mandate.testsupport.svm.SvmUnavailable.SquadsBinaryWrong;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The real Solana runtime in a child process: one chain, whose clock moves only on request.
 *
 * <p>The process ends when the rig is closed. It also ends when this JVM ends in any way, because its input then ends. Requests
 * are served one at a time in order. Thread-safe.
 *
 * <p>The first start on a machine installs the pinned packages with {@code npm ci}, into {@code target/svm-rig} or the folder
 * that the system property {@code mandate.svm.cache} names.
 */
public final class SvmRig implements AutoCloseable {

    private final Process process;
    private final OutputStream in;
    private final BufferedReader out;

    private SvmRig(Process process, OutputStream in, BufferedReader out) {
        this.process = process;
        this.in = in;
        this.out = out;
    }

    /** Starts a rig, or returns what is missing. */
    public static Either<SvmUnavailable, SvmRig> start(SvmSetup setup) {
        return RigInstallation.ready().flatMap(script -> launch(script, setup));
    }

    private static Either<SvmUnavailable, SvmRig> launch(Path script, SvmSetup setup) {
        List<String> command = new ArrayList<>(
                List.of("node", script.toString(), "--now", Long.toString(setup.start().seconds())));
        switch (setup.programs()) {
            case BUILT_IN -> command.add("--no-squads");
            case SQUADS_V4 -> {}
        }
        switch (setup.signatures()) {
            case CHECKED -> {}
            case TRUSTED -> command.add("--trust-signatures");
        }
        Option<Process> started =
                RigInstallation.start(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT));
        if (started.isEmpty()) {
            return Either.left(new CommandMissing("node"));
        }
        Process process = started.get();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.ISO_8859_1), 1 << 16);
        SvmRig rig = new SvmRig(process, process.getOutputStream(), out);
        return rig.firstLine().peekLeft(unavailable -> rig.close());
    }

    private Either<SvmUnavailable, SvmRig> firstLine() {
        @Nullable String line;
        try {
            line = out.readLine();
        } catch (IOException e) {
            return Either.left(new DidNotStart(e.toString()));
        }
        if (line == null) {
            return Either.left(new DidNotStart("it ended before it was ready"));
        }
        String[] words = line.split(" ", 3);
        return switch (words[0] + " " + (words.length > 1 ? words[1] : "")) {
            case "ready litesvm" -> Either.right(this);
            case "unavailable binary-missing" -> Either.left(new SquadsBinaryMissing(words.length > 2 ? words[2] : ""));
            case "unavailable binary-wrong" -> Either.left(new SquadsBinaryWrong(words.length > 2 ? words[2] : ""));
            default -> Either.left(new DidNotStart(line));
        };
    }

    /** Returns the rig's chain; each call gives the same chain. */
    public SvmChain chain() {
        return new SvmChain(this);
    }

    /**
     * Resets the chain to its initial state in well under a millisecond. Earlier accounts, blockhashes and signatures are gone.
     *
     * @param now its clock
     */
    public void reset(UnixTime now) {
        tell("reset " + now.seconds());
    }

    /** Sends one request of the line protocol (README.md beside {@code rig.mjs}); returns the answer without {@code ok}. */
    synchronized Either<ChainFault, String> ask(String line) {
        @Nullable String answer;
        try {
            in.write((line + "\n").getBytes(StandardCharsets.ISO_8859_1));
            in.flush();
            answer = out.readLine();
        } catch (IOException e) {
            return Either.left(new Unreachable("the Solana runtime is gone: " + e.getMessage()));
        }
        if (answer == null) {
            return Either.left(new Unreachable("the Solana runtime has ended"));
        }
        return answer.startsWith("ok ")
                ? Either.right(answer.substring(3))
                : Either.left(new BadAnswer(answer.startsWith("err ") ? answer.substring(4) : answer));
    }

    /**
     * Sends a command of the line protocol.
     *
     * @throws IllegalStateException if it fails
     */
    void tell(String order) {
        Either<ChainFault, String> answer = ask(order);
        if (answer.isLeft()) {
            throw new IllegalStateException(order + ": " + answer.getLeft());
        }
    }

    /** Ends the process. */
    @Override
    public void close() {
        try {
            in.close();
            if (process.waitFor(2, TimeUnit.SECONDS)) {
                return;
            }
        } catch (IOException e) {
            // The process closed its end of the pipe already and is about to exit.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}

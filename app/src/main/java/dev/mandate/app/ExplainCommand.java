package dev.mandate.app;

import dev.mandate.adapters.http.codec.ExplanationObjects;
import dev.mandate.domain.explain.AddressName;
import dev.mandate.domain.explain.AddressNames;
import dev.mandate.adapters.rpc.RpcChain;
import dev.mandate.adapters.rpc.RpcSettings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.explain.Explanation;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.engine.explain.TransactionExplainer;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.refusal.BuildFailures;
import dev.mandate.solana.Solana;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Try;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mandate explain}: says in words what a transaction does. Ends with 0 if all of it is understood, else with 1. */
@Command(
        name = "explain",
        description = {
            "Says in words what a transaction does: what it moves, who has to sign, and what deserves a second look.",
            "Ends with 0 if all of it is understood, with 1 if a part is not, with 2 if it cannot be read at all."
        },
        mixinStandardHelpOptions = true)
final class ExplainCommand implements Callable<Integer> {

    /** The most bytes of a transaction are 4,096; base64 and blanks take more. */
    private static final int MOST_BYTES = 16_384;

    private enum Format {
        json,
        text
    }

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", description = "A file with a transaction or a message in base64; - for standard input.")
    private String file = "-";

    @Option(names = "--format", defaultValue = "text", description = "${COMPLETION-CANDIDATES}; text if left out.")
    private Format format = Format.text;

    @Option(names = "--network", defaultValue = "mainnet", paramLabel = "NAME", description = "The network, which the intent hash names; mainnet if left out.")
    private String network = "mainnet";

    @Option(names = "--rpc-url", split = ",", paramLabel = "URL", description = "Nodes: stored content, lookup tables and tokens are read too.")
    private String[] urls = {};

    @Option(
            names = "--names",
            paramLabel = "FILE",
            description = "Your names of addresses and mints, one a line: the address, a blank, the name. They are shown beside the address.")
    private String names = "";

    @Override
    public Integer call() {
        Bytes transaction = read();
        AddressNames known = names();
        Either<BuildRefusal, Explanation> explained = explainer().explain(transaction);
        if (explained.isLeft()) {
            spec.commandLine().getErr().println("mandate explain: " + BuildFailures.of(explained.getLeft()).message());
            return 2;
        }
        PrintWriter out = spec.commandLine().getOut();
        switch (format) {
            case json -> out.println(ExplanationObjects.explanation(explained.get(), known).toPrettyString());
            case text -> new ExplanationText(spec.commandLine().getColorScheme().ansi(), known).lines(explained.get()).forEach(out::println);
        }
        out.flush();
        return explained.get().isUnderstood() ? 0 : 1;
    }

    private AddressNames names() {
        return names.isEmpty()
                ? AddressNames.NONE
                : Try.of(() -> AddressNames.of(Array.ofAll(Files.readAllLines(Path.of(names)))
                                .map(String::strip)
                                .reject(String::isEmpty)
                                .map(line -> AddressName.given(Address.of(line.substring(0, line.indexOf(' '))), line.substring(line.indexOf(' ')).strip()))))
                        .getOrElseThrow(why -> new ParameterException(
                                spec.commandLine(), "--names takes a file of lines such as ADDRESS NAME: " + why.getMessage(), why));
    }

    private TransactionExplainer explainer() {
        Network named = Try.of(() -> new Network(network))
                .getOrElseThrow(() -> new ParameterException(spec.commandLine(), "--network takes mainnet, devnet or testnet"));
        return urls.length == 0
                ? TransactionExplainer.offline(named, Solana.SQUADS_V4)
                : TransactionExplainer.of(named, new RpcChain(RpcSettings.of(named, Array.of(urls).map(this::url))), Solana.SQUADS_V4);
    }

    /** A URL may hold a key, so it is not repeated. */
    private URI url(String text) {
        return Try.of(() -> URI.create(text.strip()))
                .filter(url -> url.getHost() != null && ("http".equals(url.getScheme()) || "https".equals(url.getScheme())))
                .getOrElseThrow(() -> new ParameterException(
                        spec.commandLine(), "--rpc-url takes URLs such as https://HOST, separated by commas"));
    }

    private Bytes read() {
        try (InputStream in = file.equals("-") ? System.in : Files.newInputStream(Path.of(file))) {
            byte[] text = in.readNBytes(MOST_BYTES + 1);
            if (text.length > MOST_BYTES) {
                throw new ParameterException(spec.commandLine(), "FILE holds more than a transaction in base64");
            }
            String base64 = new String(text, StandardCharsets.US_ASCII).replaceAll("\\s", "");
            return Bytes.of(Base64.getDecoder().decode(base64));
        } catch (IOException unreadable) {
            throw new ParameterException(spec.commandLine(), "FILE cannot be read: " + unreadable.getMessage(), unreadable);
        } catch (IllegalArgumentException malformed) {
            throw new ParameterException(spec.commandLine(), "FILE does not hold base64", malformed);
        }
    }
}

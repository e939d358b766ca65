package dev.mandate.app;

import dev.mandate.adapters.rpc.NodeFailure;
import dev.mandate.adapters.rpc.NodeReport.Verdict;
import dev.mandate.adapters.rpc.NodeReport;
import dev.mandate.adapters.rpc.RpcChain;
import dev.mandate.adapters.rpc.RpcSettings;
import dev.mandate.domain.chain.Network;
import io.vavr.collection.Array;
import io.vavr.control.Try;
import java.io.PrintWriter;
import java.net.URI;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code mandate check}: asks nodes for each method that the server calls. Ends with 0 if all of them offer all. */
@Command(
        name = "check",
        description = "Asks nodes for each method in use, and says what is missing and what then does not work. Nothing has an effect on the chain.",
        mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @CommandLine.Option(names = "--rpc-url", required = true, split = ",", arity = "1..*", paramLabel = "URL", description = "The nodes' URLs.")
    private String[] urls = {};

    /** A node, with the last fault of each method. */
    private record Checked(NodeReport report, ConcurrentMap<String, NodeFailure> faults) {

        static Checked of(Network network, URI url) {
            ConcurrentMap<String, NodeFailure> faults = new ConcurrentHashMap<>();
            RpcChain chain = new RpcChain(RpcSettings.of(network, Array.of(url)), fault -> faults.put(fault.method(), fault));
            return new Checked(chain.check().head(), faults);
        }

        /** A node of mainnet or of any other network. */
        static Checked of(URI url) {
            Checked asMainnet = of(Network.MAINNET, url);
            return asMainnet.faults().values().stream().anyMatch(fault -> fault.code().equals("wrong_network"))
                    ? of(Network.DEVNET, url)
                    : asMainnet;
        }

        boolean offersAll() {
            return report.methods().forAll(method -> method.verdict() == Verdict.OK);
        }

        /** What the node said, as far as it is known. */
        String said(NodeReport.Method method) {
            NodeFailure fault = faults.get(switch (method.name()) {
                case "batch" -> "getEpochInfo+getGenesisHash";
                case "minContextSlot" -> "getSignaturesForAddress";
                default -> method.name().split(" ", 2)[0];
            });
            return fault == null ? "" : "  (" + fault.code() + (fault.words().isEmpty() ? "" : ": " + fault.words()) + ")";
        }
    }

    @Override
    public Integer call() {
        Array<URI> given = Array.of(urls).map(this::url);
        PrintWriter out = spec.commandLine().getOut();
        Array<Checked> checked = given.map(Checked::of);
        checked.forEach(node -> print(out, node));
        return checked.forAll(Checked::offersAll) ? 0 : 1;
    }

    /** A URL may hold a key, so it is not repeated. */
    private URI url(String text) {
        return Try.of(() -> URI.create(text.strip()))
                .filter(url -> url.getHost() != null && ("http".equals(url.getScheme()) || "https".equals(url.getScheme())))
                .getOrElseThrow(() -> new ParameterException(
                        spec.commandLine(), "--rpc-url takes URLs such as https://HOST, separated by spaces or commas"));
    }

    private static void print(PrintWriter out, Checked node) {
        Array<NodeReport.Method> methods = node.report().methods();
        out.println(node.report().node());
        methods.forEach(method -> {
            out.println(switch (method.verdict()) {
                case OK -> "  ok         " + method.name();
                case MISSING -> "  missing    " + method.name() + node.said(method);
                case NO_ANSWER -> "  no answer  " + method.name() + node.said(method);
            });
            if (method.verdict() != Verdict.OK) {
                out.println("             then: " + method.effect());
            }
        });
        int lacking = methods.count(method -> method.verdict() != Verdict.OK);
        out.println(lacking == 0
                ? "  It offers all that is in use."
                : "  %s of %s are missing or not answered.".formatted(lacking, methods.size()));
        out.flush();
    }
}

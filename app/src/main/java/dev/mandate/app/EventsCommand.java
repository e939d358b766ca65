package dev.mandate.app;

import dev.mandate.engine.Engines;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code mandate events}: prints the stream of events of a server, or has the events of a journal projected anew. */
@Command(
        name = "events",
        description = "Prints what happens to a tenant's accounts and authorities, as a server tells it.",
        footer = {"", "The API key is read from MANDATE_API_KEY, or else from the first line of the standard input."},
        mixinStandardHelpOptions = true)
final class EventsCommand implements Callable<Integer> {

    private static final String DATA = "data: ";
    private static final JsonMapper JSON = JsonMapper.shared();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private StoreOptions store = new StoreOptions();

    @CommandLine.ArgGroup(exclusive = true, multiplicity = "1")
    private Mode mode = new Mode();

    /** What to do. */
    static final class Mode {

        @CommandLine.Option(names = "--follow", required = true, description = "Prints events while they happen, until it is stopped.")
        private boolean follow;

        @CommandLine.Option(
                names = "--rebuild",
                required = true,
                description = "Projects all events of the journal anew, of all tenants: ids and positions stay the same. Repeat it if it is interrupted.")
        private boolean rebuild;
    }

    @CommandLine.Option(
            names = "--url",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8080",
            description = "The server to follow (default: ${DEFAULT-VALUE}).")
    private URI url = URI.create("http://127.0.0.1:8080");

    @CommandLine.Option(
            names = "--after",
            paramLabel = "POSITION",
            description = "Begins after the event at this position (default: with the oldest one that is kept).")
    private Optional<Long> after = Optional.empty();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (mode.follow == mode.rebuild) {
            throw new ParameterException(spec.commandLine(), "either --follow or --rebuild");
        }
        return mode.follow ? follow() : rebuild();
    }

    private int rebuild() {
        return OperatorJournal.with(store, err(), opened -> {
            Engines.projector(opened.journal(), OperatorJournal.CLOCK).rebuild();
            out().println("The events are projected anew.");
            return 0;
        });
    }

    private int follow() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(url.resolve("/api/v1/events/stream" + after.map(position -> "?after=" + position).orElse("")))
                .header("authorization", "Bearer " + key())
                .build();
        try (HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            HttpResponse<Stream<String>> response = http.send(request, HttpResponse.BodyHandlers.ofLines());
            try (Stream<String> lines = response.body()) {
                if (response.statusCode() != 200) {
                    err().println(JSON.readTree(lines.reduce("", String::concat)).path("message").asString("The server answered " + response.statusCode() + "."));
                    return 1;
                }
                lines.filter(line -> line.startsWith(DATA)).forEach(line -> {
                    out().println(text(JSON.readTree(line.substring(DATA.length()))));
                    out().flush();
                });
            }
        }
        err().println("The server ended the stream.");
        return 1;
    }

    private String key() throws IOException {
        String given = System.getenv("MANDATE_API_KEY");
        String key = given == null
                ? new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine()
                : given;
        if (key == null || key.isBlank()) {
            throw new ParameterException(spec.commandLine(), "no API key: set MANDATE_API_KEY, or write the key to the standard input");
        }
        return key.strip();
    }

    /** A line for people: position, time, type, account, and what is most telling of its data. */
    static String text(JsonNode event) {
        JsonNode account = event.path("smart_account_address");
        JsonNode data = event.path("data");
        String told = Stream.of("status", "submission_id", "spending_limit_address", "nonce_account", "service_user_id", "name", "version", "by", "why")
                .filter(data::hasNonNull)
                .map(name -> name + " " + data.get(name).asString())
                .reduce((one, other) -> one + ", " + other)
                .orElse("");
        return "%6s  %s  %-22s  %s%s"
                .formatted(
                        event.path("position").asLong(),
                        event.path("time").asString(),
                        event.path("type").asString(),
                        account.isNull() ? "" : account.asString() + "  ",
                        told)
                .replaceAll("\\p{C}+", " ")
                .stripTrailing();
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }
}

package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Call;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.service.ServiceSettings;
import dev.mandate.adapters.http.service.InFlightRequests;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.tenant.Readiness;
import dev.mandate.ports.api.tenant.TenantServices;
import io.vavr.Lazy;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/** Describes the service itself: health, metrics, OpenAPI document, and a page to browse it. */
final class ServiceEndpoints {

    private static final String RESOURCES = "/dev/mandate/adapters/http/";
    private static final Headers PAGE_HEADERS = Headers.NONE
            .with(
                    "content-security-policy",
                    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:;"
                            + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
            .with("x-content-type-options", "nosniff")
            .with("referrer-policy", "no-referrer")
            .with("cache-control", "no-cache");

    private final TenantServices services;
    private final ServiceSettings settings;
    private final InFlightRequests requests;
    private final LatestReadiness readiness;

    ServiceEndpoints(TenantServices services, ServiceSettings settings, InFlightRequests requests) {
        this.services = services;
        this.settings = settings;
        this.requests = requests;
        this.readiness = new LatestReadiness(services::readiness, System::nanoTime);
    }

    Array<Endpoint> all() {
        return Array.of(
                redirect("/", "docs"),
                redirect("/docs/", "../docs"),
                page("/docs", "docs/index.html", "text/html; charset=utf-8"),
                page("/docs/docs.js", "docs/docs.js", "text/javascript; charset=utf-8"),
                page("/docs/docs.css", "docs/docs.css", "text/css; charset=utf-8"))
                .prependAll(health());
    }

    Array<Endpoint> health() {
        return Array.of(
                Endpoint.open("/health/live", call -> Either.right(Answer.ok(Json.object().put("status", "live")))),
                Endpoint.open("/health/ready", this::ready));
    }

    /** Describes {@code others}; created at the first request. */
    static Endpoint description(Array<Endpoint> others) {
        Lazy<Answer> answer = Lazy.of(() -> page(Reply.JSON, OpenApi.of(others)));
        return Endpoint.open(OpenApi.PATH, call -> Either.right(answer.get()));
    }

    /** The service's own description, which names the wire profiles of {@code others}. */
    Endpoint service(Array<Endpoint> others) {
        ArrayNode profiles = Json.texts(others.map(endpoint -> endpoint.profile().name()).distinct());
        return Endpoint.of(Method.GET, "/api/v1/service", Scope.READ, call -> call.requireQuery().map(asked -> service(profiles)));
    }

    private Answer service(ArrayNode profiles) {
        ObjectNode body = Json.object()
                .put("version", settings.version())
                .put("environment", settings.environment().name().toLowerCase(Locale.ROOT))
                .set("wire_profiles", profiles);
        ObjectNode networks = body.putObject("networks");
        Map<Network, Address> payers = services.feePayers();
        payers.forEach(entry -> networks.putObject(entry._1.name()).put("fee_payer", entry._2.toString()));
        return Answer.ok(body);
    }

    private Either<Failure, Answer> ready(Call call) {
        if (requests.flow() == InFlightRequests.Flow.STOPPING) {
            return Either.left(Failure.of(ServerCode.SHUTTING_DOWN, "The service is stopping.").retryAfter(5));
        }
        Readiness now = readiness.get();
        ObjectNode body = Json.object()
                .put("status", now.all() == Readiness.Health.ANSWERS ? "ready" : "not_ready")
                .put("store", word(now.store()))
                .put("vault", word(now.vault()));
        ObjectNode chains = body.putObject("chains");
        now.chains().forEach(entry -> chains.put(entry._1.name(), word(entry._2)));
        ObjectNode nodes = body.putObject("nodes");
        now.nodes().forEach(entry -> nodes.set(entry._1.name(), Json.array(entry._2.map(ServiceEndpoints::node))));
        Readiness.Background background = now.background();
        ObjectNode clocks = body.putObject("clock_difference_seconds");
        background.clockDifferenceSeconds().forEach(entry -> clocks.put(entry._1.name(), entry._2));
        ObjectNode watched = body.putObject("watched_at");
        background.watched().forEach(entry -> watched.put(entry._1.name(), entry._2.map(UnixTime::toString).getOrNull()));
        body.set("mail", background.mail()
                .<JsonNode>map(mail -> Json.object().put("outcome", word(mail.outcome())).put("at", mail.at().toString()))
                .getOrElse(NullNode::getInstance));
        return Either.right(Answer.of(now.all() == Readiness.Health.ANSWERS ? 200 : 503, body));
    }

    private static ObjectNode node(Readiness.NodeHealth node) {
        return Json.object()
                .put("node", node.name())
                .put("state", word(node.health()))
                .set("missing", Json.array(node.missing()
                        .map(missing -> Json.object().put("method", missing.method()).put("effect", missing.effect()))));
    }

    static Endpoint metrics(Supplier<String> scrape) {
        return Endpoint.open("/metrics", call -> Either.right(new Answer.Plain(
                Reply.text(200, "text/plain; version=0.0.4; charset=utf-8", scrape.get()))));
    }

    private static Endpoint page(String path, String resource, String contentType) {
        Answer answer = page(contentType, read(resource));
        return Endpoint.open(path, call -> Either.right(answer));
    }

    /** Relative, so that it also works behind a proxy with a path prefix. */
    private static Endpoint redirect(String path, String target) {
        Answer answer = new Answer.Plain(Reply.text(302, "text/plain; charset=utf-8", "See /docs.\n").with("location", target));
        return Endpoint.open(path, call -> Either.right(answer));
    }

    private static Answer page(String contentType, Bytes content) {
        return new Answer.Plain(new Reply(200, contentType, PAGE_HEADERS, content));
    }

    private static Bytes read(String resource) {
        try (InputStream in = ServiceEndpoints.class.getResourceAsStream(RESOURCES + resource)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + resource);
            }
            return Bytes.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}

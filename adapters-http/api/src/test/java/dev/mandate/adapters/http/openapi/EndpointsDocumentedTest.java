package dev.mandate.adapters.http.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.mandate.domain.access.Tenant;
import dev.mandate.adapters.http.api.Api;
import dev.mandate.adapters.http.api.OpenApi;
import dev.mandate.adapters.http.exchange.Content;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.grid.GridEndpoints;
import dev.mandate.adapters.http.service.ServiceSettings.Environment;
import dev.mandate.adapters.http.service.ServiceSettings;
import dev.mandate.adapters.http.service.InFlightRequests;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.ports.api.authority.AuthorityServices;
import dev.mandate.ports.api.authority.EmailAuthorities;
import dev.mandate.ports.spi.keys.AuthorityKeys;
import dev.mandate.ports.api.events.EventFeed;
import dev.mandate.ports.api.passkey.Passkeys;
import dev.mandate.ports.api.tenant.Readiness;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.ports.api.tenant.TenantServices;
import dev.mandate.testsupport.openapi.DocumentedOperation;
import dev.mandate.testsupport.openapi.OpenApiDocument;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import dev.mandate.ports.api.webhook.WebhookServices;
import dev.mandate.ports.api.webhook.Webhooks;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.collection.SortedSet;
import io.vavr.collection.HashMap;
import io.vavr.control.Option;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

final class EndpointsDocumentedTest {

    /** The application serves these for simulated networks only, and tests them itself. */
    private static final String SIMULATED = "/api/v1/simulated/";

    enum Served {
        INTERFACE,
        INTERFACE_AND_SDK
    }

    @Test
    void documentedOperationsAndScopesEqualThoseServed() {
        Map<String, String> documented = scopes(Documented.document().operations()
                .reject(operation -> operation.path().startsWith(SIMULATED)));
        assertEquals(documented.mkString("\n"), scopesOf(served(Served.INTERFACE_AND_SDK)).mkString("\n"));
    }

    @ParameterizedTest
    @EnumSource(Served.class)
    void theDocumentDescribesExactlyTheServedOperations(Served what) {
        Array<Endpoint> served = served(what);
        OpenApiDocument reported = OpenApiDocument.of(OpenApi.of(served));
        assertEquals(scopesOf(served).mkString("\n"), scopes(reported.operations()).mkString("\n"));
        assertEquals(
                reported.operations().flatMap(operation -> Array.ofAll(operation.node().get("tags"))).toSet(),
                Array.ofAll(reported.root().get("tags")).map(tag -> tag.get("name")).toSet());
        OpenApiDocumentTest.assertHangsTogether(reported);
    }

    @Test
    void aBodyIsNeededWhereTheDocumentSaysSo() {
        Array<Endpoint> served = served(Served.INTERFACE_AND_SDK).filter(endpoint -> Documented.isDocumented(endpoint.path().text()));
        Array<DocumentedOperation> documented = Documented.document().operations()
                .reject(operation -> operation.path().startsWith(SIMULATED))
                .toArray();

        assertEquals(
                documented.filter(operation -> operation.node().path("requestBody").path("required").asBoolean(false))
                        .map(DocumentedOperation::toString)
                        .toSortedSet(),
                named(served, Content.JSON));
        assertEquals(
                documented.filter(operation -> operation.node().has("requestBody")).map(DocumentedOperation::toString).toSortedSet(),
                named(served, Content.JSON).union(named(served, Content.OPTIONAL_JSON)).remove("POST /api/v1/passkeys/challenge"));
    }

    private static SortedSet<String> named(Array<Endpoint> endpoints, Content content) {
        return endpoints.filter(endpoint -> endpoint.content() == content)
                .map(endpoint -> endpoint.method() + " " + endpoint.path().text())
                .toSortedSet();
    }

    @Test
    void theDocumentOmitsSdkCallsThatAreNotServed() {
        String reported = new String(OpenApi.of(served(Served.INTERFACE)).toArray(), StandardCharsets.UTF_8);
        assertFalse(reported.contains("/api/grid/") || reported.contains("GridAccount") || reported.contains("@sqds/grid"), reported);
    }

    static Array<Endpoint> served(Served what) {
        ServiceSettings settings = new ServiceSettings(Environment.SANDBOX, Network.MAINNET, "test", 0, 1);
        NoServices services = new NoServices();
        Array<Endpoint> sdk = what == Served.INTERFACE ? Array.empty() : GridEndpoints.of(services, services, settings);
        InFlightRequests requests = new InFlightRequests(new SimpleMeterRegistry());
        return Api.endpoints(services, services, services, settings, requests, sdk.append(Api.metrics(() -> "")));
    }

    private static Map<String, String> scopesOf(Array<Endpoint> endpoints) {
        return HashMap.ofEntries(endpoints
                .filter(endpoint -> Documented.isDocumented(endpoint.path().text()))
                .toMap(endpoint -> endpoint.method() + " " + endpoint.path().text(), endpoint -> scope(endpoint.scope())));
    }

    private static Map<String, String> scopes(Seq<DocumentedOperation> operations) {
        return HashMap.ofEntries(operations.toMap(DocumentedOperation::toString, EndpointsDocumentedTest::scope));
    }

    private static String scope(Option<Scope> scope) {
        return scope.map(Scope::word).getOrElse("open");
    }

    private static String scope(DocumentedOperation operation) {
        return Array.ofAll(operation.node().get("security"))
                .flatMap(requirement -> Array.ofAll(requirement.get("apiKey")))
                .map(JsonNode::stringValue)
                .headOption()
                .getOrElse("open");
    }

    /** Endpoints are data, so listing them needs no tenant service. */
    private static final class NoServices implements TenantServices, AuthorityServices, WebhookServices {

        @Override
        public Option<TenantService> service(Network network, Tenant tenant) {
            return Option.some(never(TenantService.class));
        }

        @Override
        public <T> T request(String id, Supplier<T> work) {
            return work.get();
        }

        @Override
        public EventFeed events(Tenant tenant) {
            return never(EventFeed.class);
        }

        @Override
        public Option<Webhooks> webhooks(Tenant tenant) {
            return Option.some(never(Webhooks.class));
        }

        @Override
        public Map<Network, Address> feePayers() {
            return HashMap.empty();
        }

        @Override
        public Option<Passkeys> passkeys() {
            return Option.some(never(Passkeys.class));
        }

        private static <T> T never(Class<T> port) {
            return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (proxy, method, arguments) -> {
                throw new IllegalStateException(method.getName());
            }));
        }

        @Override
        public Option<EmailAuthorities> email(Network network, Caller caller) {
            return Option.none();
        }

        @Override
        public Option<AuthorityKeys> keys() {
            return Option.none();
        }

        @Override
        public Readiness readiness() {
            return Readiness.UNKNOWN;
        }
    }
}

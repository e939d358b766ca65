package dev.mandate.adapters.http.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.adapters.http.api.Api;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.service.ServiceSettings;
import dev.mandate.adapters.http.service.ServiceSettings.Environment;
import dev.mandate.adapters.http.service.ServiceSettings.Grid;
import dev.mandate.adapters.http.service.Traffic;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.ports.desk.Desk;
import dev.mandate.ports.desk.Desks;
import dev.mandate.ports.desk.Readiness;
import dev.mandate.testkit.openapi.Operation;
import io.vavr.collection.Map;
import io.vavr.collection.TreeMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class EndpointsDocumentedTest {

    @Test
    void whatIsServedIsDocumentedWithItsScopeAndNothingElseIs() {
        Vector<Endpoint> served = Api.endpoints(
                new NoDesks(),
                new ServiceSettings(Environment.SANDBOX, Network.MAINNET, "test", Grid.SERVED, 0, 1),
                new Traffic());
        Map<String, String> scopes = TreeMap.ofEntries(served.filter(endpoint -> Documented.isDocumented(endpoint.path().text()))
                .toMap(endpoint -> endpoint.method() + " " + endpoint.path().text(), endpoint -> scope(endpoint.scope())));
        Map<String, String> documented = TreeMap.ofEntries(
                Documented.document().operations().toMap(Operation::toString, EndpointsDocumentedTest::scope));
        assertEquals(documented.mkString("\n"), scopes.mkString("\n"));
    }

    private static String scope(Option<Scope> scope) {
        return scope.map(Scope::word).getOrElse("open");
    }

    private static String scope(Operation operation) {
        return Vector.ofAll(operation.node().get("security"))
                .flatMap(requirement -> Vector.ofAll(requirement.get("apiKey")))
                .map(JsonNode::stringValue)
                .headOption()
                .getOrElse("open");
    }

    /** Endpoints are data: to be listed they need no desk. */
    private static final class NoDesks implements Desks {

        @Override
        public Option<Desk> desk(Network network, Caller caller) {
            return Option.none();
        }

        @Override
        public Map<Network, Address> feePayers() {
            return TreeMap.empty();
        }

        @Override
        public Readiness readiness() {
            return new Readiness(Readiness.Health.SILENT, TreeMap.empty());
        }
    }
}

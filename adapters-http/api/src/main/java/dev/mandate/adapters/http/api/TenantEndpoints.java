package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.NameObjects;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Call;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.exchange.WireProfile.DefaultNetwork;
import dev.mandate.adapters.http.service.NetworkChoice;
import dev.mandate.adapters.http.service.ServiceSettings;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.chain.Network;
import dev.mandate.ports.api.authority.AuthorityServices;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.Problem;
import dev.mandate.ports.api.tenant.TenantServices;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Remedy;
import java.util.function.Function;

/** Creates endpoints that use a tenant's service. It chooses the network and refuses one without a configured node. */
public final class TenantEndpoints {

    private static final Array<Network> NETWORKS = Array.of(Network.MAINNET, Network.DEVNET);

    private final TenantServices services;
    private final AuthorityServices authorities;
    private final ServiceSettings settings;

    /** @param authorities sign-in by e-mail and signers' keys */
    public TenantEndpoints(TenantServices services, AuthorityServices authorities, ServiceSettings settings) {
        this.services = services;
        this.authorities = authorities;
        this.settings = settings;
    }

    /** The work of an endpoint. */
    public interface Work {
        Either<Failure, Answer> at(TenantCall call);
    }

    /** An endpoint that reads, with the scope for it. */
    public Endpoint get(String path, Work work) {
        return of(Method.GET, path, Scope.READ, work);
    }

    Endpoint build(Method method, String path, Work work) {
        return of(method, path, Scope.BUILD, work);
    }

    /** An endpoint of any kind. */
    public Endpoint of(Method method, String path, Scope scope, Work work) {
        return of(method, path, scope, call -> NetworkChoice.of(call.request().headers(), call.profile().network(), settings), work);
    }

    /** The same, and the request must name its network. */
    Endpoint ofNamedNetwork(Method method, String path, Scope scope, Work work) {
        return of(method, path, scope, call -> NetworkChoice.named(call.request().headers(), settings), work);
    }

    /** A call to sign in. It goes by the environment in each wire profile. */
    Endpoint signIn(String path, Scope scope, Work work) {
        return of(
                Method.POST,
                path,
                scope,
                call -> NetworkChoice.of(call.request().headers(), DefaultNetwork.OF_ENVIRONMENT, settings),
                work);
    }

    private Endpoint of(
            Method method, String path, Scope scope, Function<Call, Either<Array<Problem>, Network>> network, Work work) {
        return Endpoint.of(method, path, scope, call -> services.request(call.requestId(), () -> at(call, network.apply(call))
                .flatMap(known -> work.at(known).bimap(
                        failure -> namingNetwork(known, failure),
                        answer -> answer.worded(body -> NameObjects.beside(body, () -> known.service().names().names()))))));
    }

    /** An account that the tenant has on another network alone is unknown on this one, and the answer says where it is. */
    private Failure namingNetwork(TenantCall call, Failure failure) {
        return failure.code() != ErrorCode.UNKNOWN_ACCOUNT
                ? failure
                : failure.facts()
                        .get("smart_account_address")
                        .flatMap(text -> Address.parse(text).toOption())
                        .flatMap(account -> NETWORKS.find(network -> services.service(network, call.caller().tenant())
                                .exists(service -> service.ownAccount(account).isDefined())))
                        .map(network -> Failure.of(
                                        ErrorCode.UNKNOWN_ACCOUNT,
                                        "You have the account %s on %s, and not on this network.",
                                        failure.facts().get("smart_account_address").get(),
                                        network)
                                .about(failure.problems().head().subject())
                                .remedy(Remedy.RepeatWith.of(new Remedy.Form.OnNetwork(network))))
                        .getOrElse(failure);
    }

    private Either<Failure, TenantCall> at(Call call, Either<Array<Problem>, Network> choice) {
        Caller caller = call.caller()
                .getOrElseThrow(() -> new IllegalStateException("an endpoint with a scope was reached without a key"));
        return choice.fold(
                        problems -> Either.right(new TenantCall(call, caller, Either.left(problems))),
                        network -> services.service(network, caller.tenant())
                                .map(service -> new TenantCall.ServedNetwork(
                                        network, service, authorities.email(network, caller), authorities.keys()))
                                .map(place -> new TenantCall(call, caller, Either.right(place)))
                                .toEither(() -> Failure.of(
                                        ServerCode.NETWORK_NOT_CONFIGURED, "No node is configured for this network.")));
    }
}

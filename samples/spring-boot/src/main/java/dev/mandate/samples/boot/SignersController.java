package dev.mandate.samples.boot;

import dev.mandate.adapters.http.error.Status;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.api.throwing.RefusedException;
import dev.mandate.ports.api.throwing.ThrowingCustody;
import java.util.Map;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** An endpoint of the application's own, over the engine as a bean. */
@RestController
class SignersController {

    private final ThrowingCustody custody;

    SignersController(ThrowingCustody custody) {
        this.custody = custody;
    }

    @GetMapping("/signers/{account}")
    Map<String, Object> signers(@PathVariable String account) {
        var roster = custody.account(Address.of(account)).settings().roster();
        return Map.of("threshold", roster.threshold().value(), "signers", roster.signers().size());
    }

    @ExceptionHandler
    ProblemDetail refused(RefusedException refusal) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(
                HttpStatusCode.valueOf(Status.of(refusal.failure().code())), refusal.failure().message());
        problem.setProperty("code", refusal.failure().code().word());
        return problem;
    }
}

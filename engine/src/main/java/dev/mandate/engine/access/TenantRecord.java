package dev.mandate.engine.access;

import dev.mandate.domain.access.OperatorName;
import dev.mandate.domain.access.TenantStanding;
import dev.mandate.domain.kernel.UnixTime;

/**
 * The operator's last decision about a tenant.
 *
 * @param by who decided it
 * @param since when it was decided
 */
public record TenantRecord(TenantStanding standing, OperatorName by, UnixTime since) {}

/** Whether a service can serve requests. */
package dev.mandate.engine.readiness;

/** Random histories of accounts, by clients of the server and by others, while the server is stopped, killed and started. */
@org.jspecify.annotations.NullMarked
package dev.mandate.app.histories;

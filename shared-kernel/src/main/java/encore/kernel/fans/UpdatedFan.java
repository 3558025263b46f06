package encore.kernel.fans;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * A fan at its latest change; on the wire one record, the fan's with the key beside it.
 *
 * @param fanTimeKey {@code <unix_time>_<milliseconds>_<fan_id>}
 */
public record UpdatedFan(String fanTimeKey, @JsonUnwrapped Fan fan) {}

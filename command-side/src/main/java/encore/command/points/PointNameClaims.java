package encore.command.points;

import encore.infra.eventstore.Claims.Claim;

/**
 * Makes the claim on a point type's name, which is unique in the account and compared exactly except for surrounding
 * space.
 */
final class PointNameClaims {

    private PointNameClaims() {}

    static Claim claim(long account, String name) {
        return new Claim("point_name", account, name.strip());
    }
}

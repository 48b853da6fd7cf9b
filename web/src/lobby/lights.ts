/** Each table's own light, for the hall: colours of its ground and of the flower carpet upon it. */
export interface Light {
  /** Table top and its rim, by day and by night. */
  top: string;
  rim: string;
  /** Petals, from the rim inwards. */
  petals: string[];
}

const hall: Light = {
  top: "light-dark(#c9a878, #4a3a2c)",
  rim: "light-dark(#8d6b43, #2e241b)",
  petals: ["#c98a1b", "#b53a26", "#e9d9b8", "#8a6a3a"],
};

const lights: Record<string, Light> = {
  // Festival noon: flowers on swept red earth.
  kerala: {
    top: "light-dark(#a9512f, #6d3320)",
    rim: "light-dark(#7a3520, #43200f)",
    petals: ["#5f8f3f", "#f0932b", "#fbf1d9", "#c8371a", "#f4b42c", "#8f2d8a", "#fbf1d9", "#f0932b"],
  },
  // Early morning at Thanjavur: granite, and the five stones.
  chola: {
    top: "light-dark(#dcc39b, #3b3129)",
    rim: "light-dark(#8a7355, #241d17)",
    petals: ["#491800", "#bb7a43", "#f8f5ee", "#4a5764", "#fabd17", "#491800", "#bb7a43", "#f8f5ee"],
  },
  // Late afternoon between boulders: dry land, laterite, fields and ponds round the Sun Jewel.
  hampi: {
    top: "light-dark(#e3c48b, #6d5736)",
    rim: "light-dark(#a97f4c, #33291c)",
    petals: ["#d9a983", "#bf5f38", "#9fb955", "#3f93b5", "#fffaf0", "#c4410e", "#f8bc07", "#fff3c4"],
  },
  // A temple at night by oil lamps: columns in five colours on stone.
  menara: {
    top: "light-dark(#7a5340, #3a2721)",
    rim: "light-dark(#4f3327, #1d1310)",
    petals: ["#f3b61f", "#b8261c", "#ecdab6", "#2c6fb7", "#f8f2e4", "#4f3541", "#f3b61f", "#c89a52"],
  },
  // A dig in raking light: sand, brick and water within a timber frame.
  indus: {
    top: "light-dark(#e0c48f, #5e4a31)",
    rim: "light-dark(#8a6238, #2f2419)",
    petals: ["#9a4a2a", "#e6c59a", "#2f86bd", "#c1754b", "#f6ead0", "#ab9673", "#9a4a2a", "#e6c59a"],
  },
};

export function lightOf(game: string): Light {
  return lights[game] ?? hall;
}
